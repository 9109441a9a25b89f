// biome-ignore-all lint/a11y/useSemanticElements: a tile holds two lines of text, which an <input> cannot.

import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { rovingTarget } from '../../lib/roving.ts';

export interface OptionTile<Value extends string | number> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
}

export interface OptionTilesProps<Value extends string | number> {
  options: readonly OptionTile<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  labelledBy: string;
  /** `card` shows the hint below the label, `radio` a round mark before it. */
  look?: 'card' | 'radio';
  className?: string;
}

/** A choice of a few options, drawn as tiles. It is one tab stop; the arrows move and choose. */
export function OptionTiles<Value extends string | number>(props: OptionTilesProps<Value>) {
  const { options, value, onChange, labelledBy, look = 'card', className } = props;
  const tiles = useRef<(HTMLButtonElement | null)[]>([]);
  const chosenIndex = options.findIndex((option) => option.value === value);

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const target = rovingTarget(event.key, index, options.length);
    const option = target === undefined ? undefined : options[target];
    if (target === undefined || !option) return;
    event.preventDefault();
    tiles.current[target]?.focus();
    onChange(option.value);
  };

  return (
    <div className={classNames('opts', className)} role="radiogroup" aria-labelledby={labelledBy}>
      {options.map((option, index) => (
        <button
          key={option.value}
          ref={(tile) => {
            tiles.current[index] = tile;
          }}
          type="button"
          className={classNames('opt', look === 'radio' && 'opt--radio')}
          role="radio"
          aria-checked={index === chosenIndex}
          tabIndex={index === Math.max(0, chosenIndex) ? 0 : -1}
          onClick={() => onChange(option.value)}
          onKeyDown={(event) => onKeyDown(event, index)}
        >
          {look === 'radio' ? option.label : <b>{option.label}</b>}
          {option.hint && <small>{option.hint}</small>}
        </button>
      ))}
    </div>
  );
}
