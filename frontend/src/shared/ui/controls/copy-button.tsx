import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { Button, type ButtonProps } from './button.tsx';

export const COPIED_MS = 2000;

export interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'children' | 'busyLabel' | 'icon'> {
  text: string;
  label?: string;
}

/** Copies the text and says so for two seconds. A refused copy is only logged, since the text can be read anyway. */
export function CopyButton({ text, label = 'Copy', size = 'sm', className, ...rest }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async () => {
    try {
      await copyText(text);
    } catch (error) {
      console.error('Failed to copy the text.', error);
      return;
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_MS);
  };

  return (
    <Button
      {...rest}
      size={size}
      className={copied ? `is-copied ${className ?? ''}` : className}
      icon={copied ? <Check className="i i--sm" /> : <Copy className="i i--sm" />}
      onClick={copy}
    >
      <span aria-live="polite">{copied ? 'Copied!' : label}</span>
    </Button>
  );
}
