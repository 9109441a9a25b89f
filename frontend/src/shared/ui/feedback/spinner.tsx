import { classNames } from '../../lib/class-names.ts';

/** Decoration: the text beside it says what is happening. */
export function Spinner({ size = 'md' }: { size?: 'sm' | 'md' }) {
  return <span className={classNames('spin', size === 'sm' && 'spin--sm')} aria-hidden="true" />;
}
