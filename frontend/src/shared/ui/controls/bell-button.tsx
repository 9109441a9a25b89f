import { Bell, BellOff } from 'lucide-react';
import { IconButton, type IconButtonProps } from './icon-button.tsx';

interface BellButtonProps extends Omit<IconButtonProps, 'label' | 'icon' | 'onClick'> {
  label?: string;
  isMuted: boolean;
  /** @param opener what the menu opens beside. */
  onOpen: (opener: HTMLElement) => void;
}

/** Opens the notifications of a group. It is crossed out while the group is muted. */
export function BellButton({ label = 'Notifications', isMuted, onOpen, ...rest }: BellButtonProps) {
  const Icon = isMuted ? BellOff : Bell;
  return (
    <IconButton
      {...rest}
      label={isMuted ? `${label}, muted` : label}
      aria-haspopup="dialog"
      icon={<Icon className={rest.size === 'sm' ? 'i i--sm' : 'i'} />}
      onClick={({ currentTarget }) => onOpen(currentTarget)}
    />
  );
}
