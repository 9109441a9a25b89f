import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';

export interface BadgeProps {
  tone?: 'plain' | 'accent' | 'ok' | 'warn' | 'danger';
  children: ReactNode;
}

export function Badge({ tone = 'plain', children }: BadgeProps) {
  return <span className={classNames('badge', tone !== 'plain' && `badge--${tone}`)}>{children}</span>;
}
