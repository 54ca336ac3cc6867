"""The web app in Chromium: what a person does, by keyboard, mouse and touch."""
