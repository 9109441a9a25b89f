// Runs inside the page, before the app: timings that only the page can take.

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Resolves when the current frame has been painted. */
const painted = () =>
  new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = resolve;
    requestAnimationFrame(() => channel.port2.postMessage(null));
  });

/** Positions of the visible rows in pixels. */
const placesOf = (scroller, row) => {
  const window = scroller.getBoundingClientRect();
  const places = new Map();
  for (const one of scroller.querySelectorAll(row)) {
    const { top, bottom } = one.getBoundingClientRect();
    if (bottom > window.top && top < window.bottom) places.set(one.dataset.row, top);
  }
  return places;
};

/** Counts pages of older messages answered from now on. */
const olderPages = () => {
  let count = 0;
  new globalThis.PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) if (name.includes('before=')) count += 1;
  }).observe({ type: 'resource' });
  return () => count;
};

globalThis.probe = {
  /** Milliseconds from a click until its result is painted. */
  async open(link, shown) {
    const began = performance.now();
    document.querySelector(link).click();
    while (document.querySelector(shown) === null) await nextFrame();
    await painted();
    const took = performance.now() - began;
    performance.measure('open', { start: began, duration: took });
    return took;
  },

  /** Milliseconds from Ctrl and a key until its result is painted. */
  async press(key, shown) {
    const began = performance.now();
    document.body.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true }));
    while (document.querySelector(shown) === null) await nextFrame();
    await painted();
    return performance.now() - began;
  },

  /** Milliseconds from the last key of a text in a field until an element with a given text is painted. */
  async type(field, text, shown, wanted) {
    const input = document.querySelector(field);
    // React overrides the setter of the element, and would miss the change.
    Object.getOwnPropertyDescriptor(globalThis.HTMLInputElement.prototype, 'value').set.call(input, text);
    const began = performance.now();
    input.dispatchEvent(new globalThis.Event('input', { bubbles: true }));
    while (![...document.querySelectorAll(shown)].some(({ textContent }) => textContent === wanted)) await nextFrame();
    await painted();
    return performance.now() - began;
  },

  /** Scrolls for a time, some pixels per frame; returns the milliseconds of each frame. */
  async scroll(area, pixels, milliseconds) {
    const scroller = document.querySelector(area);
    const frames = [];
    const began = await nextFrame();
    for (let last = began; last - began < milliseconds; ) {
      scroller.scrollTop += pixels;
      const now = await nextFrame();
      frames.push(now - last);
      last = now;
    }
    return frames;
  },

  /** Drags an element to and fro for a time, without dropping it; returns the milliseconds of each frame. */
  async drag(dragged, milliseconds) {
    const element = document.querySelector(dragged);
    element.scrollIntoView({ block: 'center' });
    const { left, top } = element.getBoundingClientRect();
    const send = (target, type, dx, dy) =>
      target.dispatchEvent(
        new globalThis.PointerEvent(type, { bubbles: true, clientX: left + 20 + dx, clientY: top + 10 + dy }),
      );
    send(element, 'pointerdown', 0, 0);
    const frames = [];
    const began = await nextFrame();
    for (let last = began; last - began < milliseconds; ) {
      const angle = (last - began) / 300;
      send(globalThis, 'pointermove', 300 * Math.sin(angle), 150 * Math.cos(angle));
      const now = await nextFrame();
      frames.push(now - last);
      last = now;
    }
    send(globalThis, 'pointercancel', 0, 0);
    return frames;
  },

  /**
   * Scrolls back, some pixels per frame, until enough pages of older messages have arrived. Returns the largest unexpected movement of
   * a visible row in pixels, from one painted frame to the next.
   */
  async pageBack(area, row, pages, pixels) {
    const scroller = document.querySelector(area);
    const arrived = olderPages();
    const began = performance.now();
    let strayed = 0;
    while (arrived() < pages) {
      if (performance.now() - began > pages * 5_000) throw new Error(`${arrived()} pages came in time`);
      const before = placesOf(scroller, row);
      const wanted = Math.min(pixels, scroller.scrollTop);
      scroller.scrollTop -= wanted;
      await painted();
      for (const [id, place] of placesOf(scroller, row)) {
        const known = before.get(id);
        if (known !== undefined) strayed = Math.max(strayed, Math.abs(place - known - wanted));
      }
    }
    return strayed;
  },

  /** A long page of plain text, to measure the cost of scrolling itself. */
  plainPage() {
    document.body.innerHTML = `<div id="plain" style="height: 100vh; overflow: auto">${'<p>A line of text</p>'.repeat(1000)}</div>`;
  },
};
