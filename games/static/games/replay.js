// Makes a player of the list of steps: one table at a time, forward and back by button, key, slider and swipe.
// All that is shown was made on the server and stands in the page already; without this script it is a list.
"use strict";

(() => {
  const replay = document.getElementById("replay");
  const steps = [...document.querySelectorAll("#steps > .step")];
  if (!replay || !steps.length) return;
  const find = (id) => document.getElementById(id);
  const [player, stage, now, slider, place] = ["player", "stage", "now", "slider", "place"].map(find);
  const buttons = Object.fromEntries([...player.querySelectorAll("[data-go]")].map((b) => [b.dataset.go, b]));
  const list = replay.querySelector(".list");
  const PAUSE = 2200;
  let current = -1;
  let timer = 0;

  function go(to, { remember = true } = {}) {
    const next = Math.min(Math.max(to, 0), steps.length - 1);
    if (next === current) return;
    steps[current]?.removeAttribute("aria-current");
    current = next;
    const step = steps[current];
    step.setAttribute("aria-current", "step");
    stage.replaceChildren(step.querySelector(".board").cloneNode(true));
    now.replaceChildren(step.querySelector(".told").cloneNode(true));
    slider.value = String(current + 1);
    slider.setAttribute("aria-valuetext", place.textContent = `${current + 1} / ${steps.length}`);
    disable(buttons.first, current === 0);
    disable(buttons.back, current === 0);
    disable(buttons.on, current === steps.length - 1);
    disable(buttons.last, current === steps.length - 1);
    keepInView(step);
    if (remember) history.replaceState(null, "", `#${step.id}`);
    for (const link of document.querySelectorAll(".looks a")) link.hash = step.id;
  }

  // A disabled button would lose the focus of who presses it; so it only says that it does nothing.
  function disable(button, off) {
    button.setAttribute("aria-disabled", String(off));
  }

  function keepInView(step) {
    if (list.scrollHeight <= list.clientHeight) return;
    const inside = step.getBoundingClientRect();
    const frame = list.getBoundingClientRect();
    if (inside.top < frame.top) list.scrollTop += inside.top - frame.top - 8;
    if (inside.bottom > frame.bottom) list.scrollTop += inside.bottom - frame.bottom + 8;
  }

  function auto(on) {
    clearInterval(timer);
    timer = on ? setInterval(tick, PAUSE) : 0;
    buttons.auto.setAttribute("aria-pressed", String(on));
  }

  function tick() {
    go(current + 1);
    if (current === steps.length - 1) auto(false);
  }

  const moves = {
    first: () => go(0),
    back: () => go(current - 1),
    on: () => go(current + 1),
    last: () => go(steps.length - 1),
    auto: () => {
      const on = !timer;
      if (on && current === steps.length - 1) go(0);
      auto(on);
    },
  };

  function act(name) {
    if (name !== "auto") auto(false);
    moves[name]();
  }

  const KEYS = { ArrowRight: "on", ArrowLeft: "back", Home: "first", End: "last", " ": "auto" };
  document.addEventListener("keydown", (event) => {
    const name = KEYS[event.key];
    if (!name || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea")) return;
    if (event.key === " " && event.target.closest("button, a, summary")) return;
    event.preventDefault();
    act(name);
  });
  for (const [name, button] of Object.entries(buttons)) button.addEventListener("click", () => act(name));
  slider.addEventListener("input", () => {
    auto(false);
    go(Number(slider.value) - 1);
  });

  let touched = null;
  stage.addEventListener("pointerdown", (event) => {
    touched = event.isPrimary ? { x: event.clientX, y: event.clientY } : null;
  });
  stage.addEventListener("pointercancel", () => {
    touched = null;
  });
  stage.addEventListener("pointerup", (event) => {
    if (!touched) return;
    const [dx, dy] = [event.clientX - touched.x, event.clientY - touched.y];
    touched = null;
    if (Math.abs(dx) > 40 && Math.abs(dx) > 2 * Math.abs(dy)) act(dx < 0 ? "on" : "back");
  });

  const asked = () => steps.findIndex((step) => `#${step.id}` === location.hash);
  for (const link of document.querySelectorAll("#steps .number")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      auto(false);
      history.replaceState(null, "", link.hash);
      go(asked(), { remember: false });
    });
  }
  window.addEventListener("hashchange", () => {
    if (asked() >= 0) go(asked(), { remember: false });
  });
  window.addEventListener("beforeprint", () => auto(false));

  player.hidden = false;
  replay.classList.add("playable");
  go(Math.max(asked(), 0), { remember: false });
})();
