/**
 * The kinds of constraints that can be placed on the board, in the order of the palette: how each is placed, how it is
 * written, and which of the chosen cells its marks have. Where there are no marks, kinds.js makes them.
 *
 * scripts/kinds_js.py writes this file from the classes of nonet.constraints.
 */

/** @typedef {{mark: string, role: string, label?: string, cells: string}} RowMark */
/** @typedef {import("./kinds.js").Gesture} Gesture */
/** @typedef {"" | "optional" | "required"} Value whether a number is typed */
/** @typedef {{word: string, id: string, gesture: Gesture, value: Value, total: boolean,
 *   text: string, marks: RowMark[]}} Row `total`: numbers such as 10-12, too
 */

/** @type {Record<"areas" | "lines" | "dots" | "outside", Row[]>} */
export const ROWS = {
  areas: [
    {"word": "killer", "id": "killer", "gesture": "cells", "value": "optional", "total": true, "text": "killer:{value}={cells}", "marks": [{"mark": "outline", "role": "cage", "label": "{value}", "cells": "all"}]},
    {"word": "different", "id": "different", "gesture": "cells", "value": "", "total": false, "text": "different:{cells}", "marks": [{"mark": "outline", "role": "region", "cells": "all"}]},
    {"word": "odd", "id": "odd", "gesture": "cells", "value": "", "total": false, "text": "odd:{cells}", "marks": [{"mark": "badge", "role": "odd", "cells": "each"}]},
    {"word": "even", "id": "even", "gesture": "cells", "value": "", "total": false, "text": "even:{cells}", "marks": [{"mark": "badge", "role": "even", "cells": "each"}]},
    {"word": "minimum", "id": "minimum", "gesture": "cell", "value": "", "total": false, "text": "minimum:{cells}", "marks": [{"mark": "badge", "role": "minimum", "cells": "each"}]},
    {"word": "maximum", "id": "maximum", "gesture": "cell", "value": "", "total": false, "text": "maximum:{cells}", "marks": [{"mark": "badge", "role": "maximum", "cells": "each"}]},
    {"word": "clone", "id": "clone", "gesture": "groups", "value": "", "total": false, "text": "clone:{groups}", "marks": [{"mark": "outline", "role": "clone", "cells": "groups"}]},
    {"word": "equalsums", "id": "equalsums", "gesture": "groups", "value": "", "total": false, "text": "equalsums:{groups}", "marks": [{"mark": "outline", "role": "clone", "label": "=", "cells": "groups"}]},
    {"word": "lunchbox", "id": "lunchbox", "gesture": "path", "value": "required", "total": true, "text": "lunchbox:{value}={cells}", "marks": [{"mark": "line", "role": "lunchbox", "cells": "all"}, {"mark": "outline", "role": "cage", "label": "{value}", "cells": "all"}]},
    {"word": "countingcircles", "id": "countingcircles", "gesture": "cells", "value": "", "total": false, "text": "countingcircles:{cells}", "marks": [{"mark": "bulb", "role": "counting", "cells": "each"}]},
    {"word": "product", "id": "product", "gesture": "cells", "value": "required", "total": false, "text": "product:{value}={cells}", "marks": [{"mark": "outline", "role": "cage", "label": "4\u00d7", "cells": "all"}]},
  ],
  lines: [
    {"word": "thermo", "id": "thermo", "gesture": "path", "value": "", "total": false, "text": "thermo:{cells}", "marks": [{"mark": "line", "role": "thermo", "cells": "all"}, {"mark": "bulb", "role": "thermo", "cells": "first"}]},
    {"word": "thermo", "id": "slow_thermo", "gesture": "path", "value": "", "total": false, "text": "thermo:slow={cells}", "marks": [{"mark": "line", "role": "slow_thermo", "cells": "all"}, {"mark": "bulb", "role": "slow_thermo", "cells": "first"}]},
    {"word": "arrow", "id": "arrow", "gesture": "path", "value": "", "total": false, "text": "arrow:{first}={rest}", "marks": [{"mark": "line", "role": "arrow", "cells": "all"}, {"mark": "bulb", "role": "arrow", "cells": "first"}]},
    {"word": "pillarrow", "id": "pillarrow", "gesture": "pill", "value": "", "total": false, "text": "pillarrow:{pill}={tail}", "marks": []},
    {"word": "doublearrow", "id": "doublearrow", "gesture": "path", "value": "", "total": false, "text": "doublearrow:{cells}", "marks": [{"mark": "line", "role": "double_arrow", "cells": "all"}, {"mark": "bulb", "role": "double_arrow", "cells": "first"}, {"mark": "bulb", "role": "double_arrow", "cells": "last"}]},
    {"word": "whisper", "id": "whisper", "gesture": "path", "value": "optional", "total": false, "text": "whisper:{value}={cells}", "marks": [{"mark": "line", "role": "whisper", "cells": "all"}]},
    {"word": "renban", "id": "renban", "gesture": "path", "value": "", "total": false, "text": "renban:{cells}", "marks": [{"mark": "line", "role": "renban", "cells": "all"}]},
    {"word": "palindrome", "id": "palindrome", "gesture": "path", "value": "", "total": false, "text": "palindrome:{cells}", "marks": [{"mark": "line", "role": "palindrome", "cells": "all"}]},
    {"word": "regionsum", "id": "regionsum", "gesture": "path", "value": "", "total": false, "text": "regionsum:{cells}", "marks": [{"mark": "line", "role": "region_sum", "cells": "all"}]},
    {"word": "sumline", "id": "sumline", "gesture": "path", "value": "required", "total": false, "text": "sumline:{value}={cells}", "marks": [{"mark": "line", "role": "sum_line", "cells": "all"}]},
    {"word": "between", "id": "between", "gesture": "path", "value": "", "total": false, "text": "between:{cells}", "marks": [{"mark": "line", "role": "between", "cells": "all"}, {"mark": "bulb", "role": "between", "cells": "first"}, {"mark": "bulb", "role": "between", "cells": "last"}]},
    {"word": "lockout", "id": "lockout", "gesture": "path", "value": "", "total": false, "text": "lockout:{cells}", "marks": [{"mark": "line", "role": "lockout", "cells": "all"}, {"mark": "bulb", "role": "lockout", "cells": "first"}, {"mark": "bulb", "role": "lockout", "cells": "last"}]},
    {"word": "zipper", "id": "zipper", "gesture": "path", "value": "", "total": false, "text": "zipper:{cells}", "marks": [{"mark": "line", "role": "zipper", "cells": "all"}]},
    {"word": "modular", "id": "modular", "gesture": "path", "value": "optional", "total": false, "text": "modular:{value}={cells}", "marks": [{"mark": "line", "role": "modular", "cells": "all"}]},
    {"word": "entropic", "id": "entropic", "gesture": "path", "value": "", "total": false, "text": "entropic:{cells}", "marks": [{"mark": "line", "role": "entropic", "cells": "all"}]},
    {"word": "nabner", "id": "nabner", "gesture": "path", "value": "", "total": false, "text": "nabner:{cells}", "marks": [{"mark": "line", "role": "nabner", "cells": "all"}]},
    {"word": "sequence", "id": "sequence", "gesture": "path", "value": "", "total": false, "text": "sequence:{cells}", "marks": [{"mark": "line", "role": "sequence", "cells": "all"}]},
    {"word": "samedifference", "id": "samedifference", "gesture": "path", "value": "", "total": false, "text": "samedifference:{cells}", "marks": [{"mark": "line", "role": "same_difference", "cells": "all"}]},
    {"word": "fibonacci", "id": "fibonacci", "gesture": "path", "value": "", "total": false, "text": "fibonacci:{cells}", "marks": [{"mark": "line", "role": "fibonacci", "cells": "all"}, {"mark": "bulb", "role": "fibonacci", "cells": "first"}]},
    {"word": "indexline", "id": "indexline", "gesture": "path", "value": "", "total": false, "text": "indexline:{cells}", "marks": [{"mark": "line", "role": "index_line", "cells": "all"}, {"mark": "bulb", "role": "index_line", "cells": "first"}]},
    {"word": "differencearrow", "id": "differencearrow", "gesture": "path", "value": "", "total": false, "text": "differencearrow:{first}={rest}", "marks": [{"mark": "line", "role": "difference_arrow", "cells": "all"}, {"mark": "bulb", "role": "difference_arrow", "cells": "first"}]},
  ],
  dots: [
    {"word": "white", "id": "white", "gesture": "pair", "value": "optional", "total": false, "text": "white:{value}={cells}", "marks": [{"mark": "dot", "role": "white", "label": "{value}", "cells": "all"}]},
    {"word": "black", "id": "black", "gesture": "pair", "value": "optional", "total": false, "text": "black:{value}={cells}", "marks": [{"mark": "dot", "role": "black", "label": "{value}", "cells": "all"}]},
    {"word": "x", "id": "x", "gesture": "pair", "value": "", "total": false, "text": "x:{cells}", "marks": [{"mark": "dot", "role": "x", "cells": "all"}]},
    {"word": "v", "id": "v", "gesture": "pair", "value": "", "total": false, "text": "v:{cells}", "marks": [{"mark": "dot", "role": "v", "cells": "all"}]},
    {"word": "greater", "id": "greater", "gesture": "pair", "value": "", "total": false, "text": "greater:{cells}", "marks": [{"mark": "dot", "role": "greater", "cells": "all"}]},
    {"word": "quadruple", "id": "quadruple", "gesture": "square", "value": "required", "total": false, "text": "quadruple:{value}={cells}", "marks": [{"mark": "dot", "role": "quadruple", "label": "{value}", "cells": "all"}]},
  ],
  outside: [
    {"word": "sandwich", "id": "sandwich", "gesture": "line", "value": "required", "total": true, "text": "sandwich:{value}={line}", "marks": []},
    {"word": "xsum", "id": "xsum", "gesture": "sides", "value": "required", "total": true, "text": "xsum:{value}={line}={side}", "marks": []},
    {"word": "skyscraper", "id": "skyscraper", "gesture": "sides", "value": "required", "total": false, "text": "skyscraper:{value}={line}={side}", "marks": []},
    {"word": "hiddenskyscraper", "id": "hiddenskyscraper", "gesture": "sides", "value": "required", "total": false, "text": "hiddenskyscraper:{value}={line}={side}", "marks": []},
    {"word": "numberedroom", "id": "numberedroom", "gesture": "sides", "value": "required", "total": false, "text": "numberedroom:{value}={line}={side}", "marks": []},
    {"word": "littlekiller", "id": "littlekiller", "gesture": "diagonal", "value": "required", "total": true, "text": "littlekiller:{value}={cells}={direction}", "marks": []},
  ],
};

/** The kinds for the whole board, each with a switch. */
export const SWITCHES = ["antiknight", "antiking", "antitaxicab", "nonconsecutive", "diagonalnonconsecutive", "strictkropki", "strictxv", "entropy", "modulo"];

/** Kinds whose cells may be written in any order. */
export const ORDERLESS = ["killer", "white", "different", "black", "odd", "x", "even", "v", "greater", "renban", "quadruple", "countingcircles", "product", "nabner"];

/** Lines that mean the same from their other end. */
export const REVERSIBLE = ["doublearrow", "whisper", "palindrome", "regionsum", "sumline", "lunchbox", "between", "lockout", "zipper", "modular", "entropic", "sequence", "samedifference"];

/** Kinds of which new clues can be added to a puzzle. */
export const DRAWN = ["killer", "thermo", "white", "sandwich", "different", "arrow", "black", "xsum", "pillarrow", "odd", "x", "skyscraper", "doublearrow", "even", "v", "hiddenskyscraper", "whisper", "greater", "numberedroom", "littlekiller", "renban", "quadruple", "palindrome", "regionsum", "sumline", "lunchbox", "between", "countingcircles", "product", "lockout", "zipper", "modular", "entropic", "nabner", "sequence", "samedifference", "fibonacci", "indexline", "differencearrow"];
