import { Link } from 'lucide-react';
import { linkTo } from '../../lib/addresses.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { useCopy } from './use-copy.ts';

interface CopyLinkButtonProps {
  path: string;
  label: string;
  size?: 'sm';
  className?: string;
}

/** Copies the address of something in the product. */
export function CopyLinkButton({ path, label, size, className }: CopyLinkButtonProps) {
  const copy = useCopy();
  return (
    <IconButton
      size={size}
      className={className}
      label={label}
      icon={<Link className={size === 'sm' ? 'i i--sm' : 'i'} />}
      onClick={() => copy(linkTo(path))}
    />
  );
}
