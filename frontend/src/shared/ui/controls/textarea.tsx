import type { TextareaHTMLAttributes } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useField } from './field.tsx';

export function Textarea({ className, rows = 4, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const field = useField();
  return <textarea {...field} dir="auto" {...rest} rows={rows} className={classNames('input', className)} />;
}
