import { Search } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';

interface SearchInputProps {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
  className?: string;
}

/** Narrows a list while somebody types. */
export function SearchInput({ label, placeholder = label, value, onChange, className }: SearchInputProps) {
  return (
    <div className={classNames('input', className)}>
      <Search className="i i--sm" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={100}
        value={value}
        onChange={(typed) => onChange(typed.target.value)}
      />
    </div>
  );
}
