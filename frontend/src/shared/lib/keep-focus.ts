import { focusHeading } from './focus-heading.ts';

/** Each keeps its own focus, which returns to its opener. */
const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const HOMES = '[data-focus-home]';
/** Elements that may get the focus when a dialog closes and its opener is gone. */
const AROUND_LIMIT = `${HOMES}, [tabindex="0"], section, [role="dialog"], aside, main`;
const CONTROLS = ':is([tabindex], button, a[href], input, textarea, select):not(:disabled, [hidden])';

type Places = readonly Element[];

/**
 * Keeps the focus when the element that has it leaves the document: the nearest living ancestor with `data-focus-home`
 * gets it, or the dialog. The attribute may select what in it gets the focus; without, it is the ancestor itself if it
 * can have the focus, or its first control. From a dialog or menu that closes, the focus goes back to what opened it, or to the
 * heading of the screen. An element that is disabled while it works gets the focus again afterwards; until then its dialog has it. Whatever has
 * taken the focus by itself keeps it.
 */
export function keepFocus(): void {
  let focused: Element | undefined;
  /** Where the focus goes, the nearest first. */
  let places: Places = [];
  /** The same for a dialog that is opened from here. */
  let around: Places = [];
  let wasDisabled = false;
  let wasOnLayer = false;
  const openedFrom = new WeakMap<Element, Places>();

  const isWaitingIn = (layer: Element): boolean =>
    focused?.matches(':disabled') === true && layer.matches(LAYERS) && layer.contains(focused);

  const remember = (target: EventTarget | null) => {
    if (!(target instanceof Element) || isWaitingIn(target)) return;
    const layer = layerOf(target);
    if (!around.some((place) => layer.contains(place))) openedFrom.set(layer, around);
    const opened = openedFrom.get(layer) ?? [];
    focused = target;
    wasDisabled = false;
    wasOnLayer = layer.matches(LAYERS);
    places = [target, ...ancestors(target, layer, `${HOMES}, ${LAYERS}`), ...opened];
    around = [target, ...ancestors(target, layer, AROUND_LIMIT), ...opened];
  };
  document.addEventListener('focusin', ({ target }) => remember(target));
  // The element that loses the focus may vanish before another has it.
  document.addEventListener('focusout', ({ relatedTarget }) => remember(relatedTarget), true);
  // The first screen may have focused a field already.
  if (!isNowhere()) remember(document.activeElement);

  // Safari does not focus buttons on a click, but perhaps a region around them. A click outside all controls is meant to
  // clear the focus.
  const onClick = ({ target }: Event) => {
    const control = target instanceof Element && target.closest(CONTROLS);
    if (control && control !== document.activeElement && document.activeElement?.contains(control))
      return remember(control);
    if (!isNowhere()) return;
    places = [];
    around = [];
    wasOnLayer = false;
  };
  document.addEventListener('click', onClick, true);

  /** It is still there and enabled. */
  const hasStayed = (): boolean => {
    if (focused?.isConnected !== true) return false;
    const isDisabled = focused.matches(':disabled');
    wasDisabled ||= isDisabled;
    return isDisabled || !wasDisabled;
  };

  const takes = (taker: HTMLElement): boolean => {
    taker.focus({ preventScroll: taker !== focused });
    return document.activeElement === taker;
  };

  /** Chromium would leave the focus on the page, out of the dialog that works. */
  const waitOnLayer = () => {
    const layer = focused?.matches(':disabled') ? focused.closest<HTMLElement>(LAYERS) : null;
    if (isNowhere() || document.activeElement === focused) layer?.focus({ preventScroll: true });
  };

  const restore = () => {
    if (hasStayed()) return waitOnLayer();
    if (!isNowhere() && !isOnLayer()) return;
    const isTaken = places.some((place) => {
      const taker = place.isConnected ? takerIn(place) : null;
      return taker !== null && takes(taker);
    });
    if (!isTaken && wasOnLayer && isNowhere()) focusHeading();
  };
  new MutationObserver(restore).observe(document, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}

const isNowhere = (): boolean =>
  document.activeElement?.isConnected !== true || document.activeElement === document.body;

const isOnLayer = (): boolean => document.activeElement?.matches(LAYERS) === true;

/** The dialog or menu around it, or the part of the page. */
const layerOf = (element: Element): Element => element.closest(`${LAYERS}, body > *`) ?? element;

function ancestors(element: Element, layer: Element, selector: string): Places {
  const found: Element[] = [];
  for (let at = element.parentElement; at !== null && layer.contains(at); at = at.parentElement)
    if (at.matches(selector)) found.push(at);
  return found;
}

const takerIn = (place: Element): HTMLElement | null => {
  const chosen = place.getAttribute('data-focus-home');
  if (chosen) return place.querySelector<HTMLElement>(chosen);
  return place.matches(CONTROLS) ? (place as HTMLElement) : place.querySelector<HTMLElement>(CONTROLS);
};
