import { Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';

export interface NoticeProps {
  tone?: 'plain' | 'warn' | 'danger';
  icon?: ReactNode;
  children: ReactNode;
}

/** A sentence or two about the surrounding form or page. */
export function Notice({ tone = 'plain', icon, children }: NoticeProps) {
  const Icon = tone === 'plain' ? Info : TriangleAlert;
  return (
    <div
      className={classNames('notice', tone !== 'plain' && `notice--${tone}`)}
      role={tone === 'danger' ? 'alert' : undefined}
    >
      {icon ?? <Icon className="i" />}
      <div>{children}</div>
    </div>
  );
}
