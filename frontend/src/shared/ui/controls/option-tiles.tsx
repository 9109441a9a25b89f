// biome-ignore-all lint/a11y/useSemanticElements: a tile holds two lines of text, which an <input> cannot.

import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { rove } from '../../lib/roving.ts';

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
  /** `radio` shows a round mark before the texts. */
  look?: 'card' | 'radio';
  className?: string;
}

/** A choice of a few options, drawn as tiles. It is one tab stop; the arrows move and choose. */
export function OptionTiles<Value extends string | number>(props: OptionTilesProps<Value>) {
  const { options, value, onChange, labelledBy, look = 'card', className } = props;
  const chosenIndex = options.findIndex((option) => option.value === value);
  const choose = (index: number) => {
    const option = options[index];
    if (option) onChange(option.value);
  };
  return (
    <div className={classNames('options', className)} role="radiogroup" aria-labelledby={labelledBy}>
      {options.map((option, index) => (
        <button
          key={option.value}
          type="button"
          className={classNames('option', look === 'radio' && 'option--radio')}
          role="radio"
          aria-checked={index === chosenIndex}
          tabIndex={index === Math.max(0, chosenIndex) ? 0 : -1}
          onClick={() => onChange(option.value)}
          onKeyDown={(event) => rove(event, index, choose)}
        >
          <Texts {...option} look={look} />
        </button>
      ))}
    </div>
  );
}

function Texts({ label, hint, look }: Pick<OptionTile<string>, 'label' | 'hint'> & { look: 'card' | 'radio' }) {
  if (look === 'radio' && !hint) return label;
  const texts = (
    <>
      <b>{label}</b>
      {hint && <small>{hint}</small>}
    </>
  );
  return look === 'radio' ? <span>{texts}</span> : texts;
}
