// What the pages share that send something without being left. In words of 2017: old tablets and televisions run it.
"use strict";

// The answer to a request. A network that swallows it gives no error: the limit is ours.
function fetched(where, what, limit_ms) {
  const late = new Promise((_, fail) => setTimeout(() => fail(new TypeError("late")), limit_ms));
  return Promise.race([fetch(where, what), late]);
}

// Older browsers leave the button that was pressed out of a form's values.
function valuesOf(form, button) {
  const values = new URLSearchParams(new FormData(form));
  if (button && button.tagName === "BUTTON" && button.name) values.append(button.name, button.value);
  return values;
}
