import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { Textarea } from './textarea.tsx';

it('text runs in the direction of its script, in one line and in several', () => {
  render(
    <>
      <Field label="Name">
        <Input />
      </Field>
      <Field label="Description">
        <Textarea />
      </Field>
    </>,
  );
  for (const label of ['Name', 'Description']) expect(screen.getByLabelText(label).getAttribute('dir')).toBe('auto');
});
