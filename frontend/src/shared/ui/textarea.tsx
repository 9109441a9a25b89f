import type { Ref, TextareaHTMLAttributes } from 'react';
import { classNames } from '../lib/class-names.ts';
import { useField } from './field.tsx';

export interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>;
}

export function Textarea({ className, rows = 4, ...rest }: TextareaProps) {
  const field = useField();
  return <textarea {...field} dir="auto" {...rest} rows={rows} className={classNames('input', className)} />;
}
