// biome-ignore-all lint/a11y/useSemanticElements: a datalist can neither say that it is loading nor show two lines.
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react';
import { classNames } from '../../lib/class-names.ts';
import { plainKey } from '../../lib/keys.ts';

type Course<O> = {
  /** The text that the options belong to. The active option is forgotten when it changes. */
  readonly query: string;
  /** None while the list is closed. */
  readonly options: readonly O[];
  readonly onTake: (option: O) => void;
  /** Escape closes the list and nothing else. Undefined while there is nothing to close. */
  readonly onClose?: (() => void) | undefined;
  /** Inside a text: an option is active from the start, by default the first one, and Tab takes the active one too. */
  readonly eager?: boolean | { readonly at: number };
};

const startOf = (eager: boolean | { readonly at: number }): number => {
  if (typeof eager === 'object') return eager.at;
  return eager ? 0 : -1;
};

/**
 * A text field with a list of options. The field keeps the focus: Up and Down move through the options, Enter takes the
 * active one, Escape closes the list. A field of one line also gets `role="combobox"` and `aria-expanded`.
 */
export const useCombobox = <O,>({ query, options, onTake, onClose, eager = false }: Course<O>) => {
  const id = useId();
  const [moved, setMoved] = useState<{ readonly query: string; readonly at: number }>();
  const at = Math.min(moved?.query === query ? moved.at : startOf(eager), options.length - 1);
  const active = options[at];
  useEscape(onClose);
  useEffect(() => {
    if (at >= 0) document.getElementById(optionId(id, at))?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);

  const moveTo = (next: number) => setMoved({ query, at: (next + options.length) % options.length });
  /** @returns whether the key was for the list. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (options.length === 0 || event.shiftKey) return false;
    const take = active === undefined ? undefined : () => onTake(active);
    const actions: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowDown: () => moveTo(at + 1),
      ArrowUp: () => moveTo(Math.max(at, 0) - 1),
      Enter: take,
      Tab: eager ? take : undefined,
    };
    const action = actions[plainKey(event)];
    if (action === undefined) return false;
    event.preventDefault();
    action();
    return true;
  };
  return {
    id,
    options,
    at,
    onTake,
    field: {
      'aria-autocomplete': 'list',
      'aria-controls': options.length > 0 ? id : undefined,
      'aria-activedescendant': active === undefined ? undefined : optionId(id, at),
      onKeyDown,
    },
  } as const;
};

const optionId = (id: string, at: number): string => `${id}-${at}`;

/** Handles Escape before a surrounding dialog does, which would close and lose what was entered. */
const useEscape = (onEscape: (() => void) | undefined): void => {
  const leave = useEffectEvent(() => onEscape?.());
  const isOpen = onEscape !== undefined;
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      leave();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [isOpen]);
};

interface ComboboxListProps<O> {
  box: Pick<ReturnType<typeof useCombobox<O>>, 'id' | 'options' | 'at' | 'onTake'>;
  label: string;
  className: string;
  keyOf: (option: O) => string;
  /** The heading of an option. Options under one heading are neighbors. */
  headingOf?: (option: O) => string;
  /** Where an option leads, so that it is a link, which the browser can open elsewhere. */
  linkOf?: (option: O) => string | undefined;
  children: (option: O) => ReactNode;
}

/** The options of a combobox. Nothing while there are none. */
export function ComboboxList<O>({ headingOf, ...list }: ComboboxListProps<O>) {
  const { box, label, className } = list;
  if (box.options.length === 0) return null;
  const shown = box.options.map((option, index) => ({ option, index }));
  return (
    <div className={className} role="listbox" aria-label={label} id={box.id}>
      {headingOf === undefined
        ? shown.map((one) => <Option key={list.keyOf(one.option)} {...one} {...list} />)
        : [...new Set(box.options.map(headingOf))].map((heading) => (
            <div key={heading} role="group" aria-label={heading}>
              <p aria-hidden="true">{heading}</p>
              {shown
                .filter(({ option }) => headingOf(option) === heading)
                .map((one) => (
                  <Option key={list.keyOf(one.option)} {...one} {...list} />
                ))}
            </div>
          ))}
    </div>
  );
}

type OptionProps<O> = Omit<ComboboxListProps<O>, 'headingOf'> & { readonly option: O; readonly index: number };

function Option<O>({ option, index, box, linkOf, children }: OptionProps<O>) {
  const address = linkOf?.(option);
  const shared = {
    role: 'option',
    id: optionId(box.id, index),
    className: classNames('menu__item', index === box.at && 'is-active'),
    'aria-selected': index === box.at,
    tabIndex: -1,
    // Keeps the focus in the field. Losing it would hide the list before the press is over.
    onPointerDown: (event: PointerEvent) => event.preventDefault(),
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    children: children(option),
  };
  if (address === undefined) return <button type="button" {...shared} onClick={() => box.onTake(option)} />;
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    box.onTake(option);
  };
  return <a href={address} {...shared} onClick={onClick} />;
}
