import { Fragment, type ReactNode } from 'react';
import { badgeCount } from '../../lib/badge-count.ts';
import { rove } from '../../lib/roving.ts';

export interface SegmentedOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: ReactNode;
  /** A number beside the label. Its meaning belongs in `describe`. */
  readonly count?: number;
  /** The whole accessible name, where the label is not enough: `Chat, 3 unread`. */
  readonly describe?: string;
  /** For tabs: the id of the tab's panel. */
  readonly controls?: string;
}

export interface SegmentedProps<Value extends string> {
  label: string;
  options: readonly SegmentedOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** `tabs` to switch panels, `radio` to set a value. */
  as?: 'radio' | 'tabs';
}

/** One tab stop; the arrows move and choose. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, options, value, onChange, as = 'radio' } = props;
  const choose = (index: number) => {
    const option = options[index];
    if (option) onChange(option.value);
  };
  const group = { role: as === 'tabs' ? 'tablist' : 'radiogroup', 'aria-label': label };
  return (
    <div className="segmented" {...group}>
      {options.map((option, index) => {
        const chosen = option.value === value;
        return (
          <button
            key={option.value}
            type="button"
            className="segmented__item"
            role={as === 'tabs' ? 'tab' : 'radio'}
            {...(as === 'tabs'
              ? { 'aria-selected': chosen, 'aria-controls': option.controls }
              : { 'aria-checked': chosen })}
            aria-label={option.describe}
            tabIndex={chosen ? 0 : -1}
            onClick={() => onChange(option.value)}
            onKeyDown={(event) => rove(event, index, choose)}
          >
            {/* Icon and label stand elsewhere beside a count. */}
            <Fragment key={option.count ? 'counted' : 'plain'}>
              {option.icon}
              <span className="segmented__label" data-label={option.label}>
                {option.label}
              </span>
              {option.count ? <span className="segmented__count">{badgeCount(option.count)}</span> : null}
            </Fragment>
          </button>
        );
      })}
    </div>
  );
}
