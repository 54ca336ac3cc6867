// any_houses.hpp: the human solver on boards with any houses, as logic.cpp calls it; see geometry.hpp.
#ifndef NONET_LOGIC_ANY_HOUSES_HPP
#define NONET_LOGIC_ANY_HOUSES_HPP

#include "core.h"

namespace nonet::any_logic {

size_t workspace_bytes();
// nonet_rate_board and nonet_next_steps with options.board; the pointers are not null.
int rate(const uint8_t *digits, const uint16_t *marks, const nonet_options &options, const nonet_ratings &results,
         void *workspace, size_t bytes);
int next_steps(const uint8_t *digits, const uint16_t *marks, int all, const nonet_options &options, uint32_t *words,
               uint32_t capacity, size_t *written, uint8_t *status, void *workspace, size_t bytes);

}  // namespace nonet::any_logic

#endif
