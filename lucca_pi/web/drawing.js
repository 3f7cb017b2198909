// A piece of a drawing that is tapped says what it is, below the drawing.
"use strict";

document.addEventListener("click", (event) => {
  const drawing = event.target.closest("svg[role=img]");
  if (!drawing || !drawing.parentNode) return;
  const piece = event.target.closest("g");
  const title = piece && piece.querySelector("title");
  const known = drawing.parentNode.querySelector(".what");
  const what = known || document.createElement("p");
  what.className = "what";
  what.setAttribute("role", "status");
  what.textContent = title ? title.textContent : "";
  if (!known) drawing.insertAdjacentElement("afterend", what);
});
