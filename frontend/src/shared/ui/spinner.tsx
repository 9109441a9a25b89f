import { classNames } from '../lib/class-names.ts';

/** Decoration: the sentence beside it says what is going on. */
export function Spinner({ size = 'md' }: { size?: 'sm' | 'md' }) {
  return <span className={classNames('spin', size === 'sm' && 'spin--sm')} aria-hidden="true" />;
}
