import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement } from 'react';

export interface TooltipProps {
  label: string;
  children: ReactElement;
}

/** A short hint on hover and focus. It never says more than the label. */
export function Tooltip({ label, children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content className="tip" side="bottom" sideOffset={6} collisionPadding={8}>
            {label}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
