/** In CSS pixels, regardless of the zoom. */
const GATE_WIDTH = 750;

const KEY = 'use_narrow_window';
let isChosenHere = false;

/** Stored for the tab. If the browser blocks that, it lasts as long as the page. */
const isChosen = (): boolean => {
  try {
    return isChosenHere || sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
};

/**
 * `innerWidth` shrinks when the page is zoomed in; `outerWidth` does not, except in Firefox, where people can say that
 * they want to use the window anyway. Inside a frame it may be 0.
 */
export const isNarrow = (): boolean => (window.outerWidth || window.innerWidth) < GATE_WIDTH && !isChosen();

/** Opens the app in this window, however narrow it is. */
export const allowAnyWidth = (): void => {
  isChosenHere = true;
  try {
    sessionStorage.setItem(KEY, '');
  } catch (error) {
    console.warn('The browser keeps no data for this tab.', error);
  }
  window.dispatchEvent(new Event('resize'));
};
