import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { screenActionOf, singleKeys, useScreenActions } from '../data/screen-actions/screen-actions.ts';
import { areSingleKeysOn } from '../data/screen-actions/use-single-keys.ts';
import { useServices } from '../data/services/services-context.tsx';
import { isMac, plainKey } from '../shared/lib/keys.ts';
import { useToast } from '../shared/ui/overlays/toast.tsx';

type Layer = ComponentType<{ readonly onClose: () => void }>;

/** None is loaded before it is asked for. */
const layers = {
  palette: () => import('../features/palette/palette.tsx'),
  shortcuts: () => import('../features/palette/shortcuts-sheet.tsx'),
  signOut: () => import('../features/account/sign-out-question.tsx'),
};

const MODAL = '[aria-modal="true"][data-state="open"]';
const OPEN = `${MODAL}, :is([role$="dialog"], [role="menu"])[data-state="open"]`;
/** Where letters are written, or choose something. */
const TAKES_LETTERS =
  'input, textarea, select, [contenteditable], :is([role="menu"], [role="listbox"], [role$="dialog"])';

const isPaletteKey = (event: KeyboardEvent): boolean => {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
  const [wanted, other] = isMac() ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  return key.toLowerCase() === 'k' && wanted && !other && !altKey && !shiftKey;
};

/** A single key that something is bound to, pressed where nothing is typed. */
const actionOfKey = (event: KeyboardEvent) => {
  const key = plainKey(event);
  // The lock of capitals changes letters too, and is no modifier.
  const id = singleKeys[event.shiftKey ? key : key.toLowerCase()];
  const { target } = event;
  if (id === undefined || event.repeat || event.defaultPrevented || document.querySelector(OPEN) !== null)
    return undefined;
  return target instanceof Element && target.closest(TAKES_LETTERS) ? undefined : screenActionOf(id);
};

/** Closes the layer over the page, as Escape does. */
const closeLayer = (): void => {
  if (document.querySelector(OPEN) === null) return;
  const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
  (document.activeElement ?? document.body).dispatchEvent(key);
};

/** The newest button of a toast, or the first of a reminder: both lie last in the page. A dialog that works keeps the focus. */
const focusNotice = (event: KeyboardEvent): void => {
  if (document.querySelector(MODAL) !== null) return;
  const toast = [...document.querySelectorAll<HTMLElement>('.toasts button')].at(-1);
  const isThere = toast === undefined || toast === document.activeElement;
  const notice = isThere ? document.querySelector<HTMLElement>('.reminders :is(a, button)') : toast;
  if (notice === null) return;
  event.preventDefault();
  notice.focus();
};

/** Text that closing the dialog would lose. A search is no such text. */
const useWrittenDialogs = (): { readonly current: WeakSet<Element> } => {
  const written = useRef(new WeakSet<Element>());
  useEffect(() => {
    const onInput = ({ target }: Event) => {
      const dialog =
        target instanceof Element && target.matches('textarea, input:not([type="search"])') && target.closest(MODAL);
      if (dialog) written.current.add(dialog);
    };
    document.addEventListener('input', onInput);
    return () => document.removeEventListener('input', onInput);
  }, []);
  return written;
};

/**
 * The keys of all screens of somebody who is signed in, and what they open. A key that was the last input before this
 * code arrived acts now.
 */
export function Keys({ lastInput }: { readonly lastInput?: { current: Event | undefined } }) {
  const { storage } = useServices();
  const toast = useToast();
  const [open, setOpen] = useState<{ readonly name: keyof typeof layers; readonly Layer: Layer }>();
  const written = useWrittenDialogs();
  const close = () => setOpen(undefined);
  const show = async (name: keyof typeof layers): Promise<void> => {
    try {
      const { default: Layer } = await layers[name]();
      // A dialog that works does not close.
      if (document.querySelector(OPEN) === null) setOpen({ name, Layer });
    } catch (error) {
      console.warn('The code of a dialog did not load.', error);
      toast('This didn’t load. Check your connection.', 'error');
    }
  };
  useScreenActions({ shortcuts: () => void show('shortcuts'), signOut: () => void show('signOut') });

  const onPaletteKey = () => {
    if (open?.name === 'palette') return close();
    if ([...document.querySelectorAll(MODAL)].some((dialog) => written.current.has(dialog))) return;
    closeLayer();
    void show('palette');
  };
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (plainKey(event) === 'F8') return focusNotice(event);
    const action = areSingleKeysOn(storage) ? actionOfKey(event) : undefined;
    if (!isPaletteKey(event) && action === undefined) return;
    event.preventDefault();
    if (action !== undefined) action();
    else if (!event.repeat) onPaletteKey();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => act(event);
    document.addEventListener('keydown', onKeyDown);
    if (lastInput?.current instanceof KeyboardEvent) {
      onKeyDown(lastInput.current);
      lastInput.current = undefined;
    }
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [lastInput]);
  return open && <open.Layer onClose={close} />;
}
