import './side-tabs.css';
import type { LucideIcon } from 'lucide-react';
import { rove } from '../../lib/roving.ts';

interface SideTabsProps<Id extends string> {
  label: string;
  /** Begins the ids of tabs and panels: `{name}-tab-{id}`, `{name}-panel-{id}`. */
  name: string;
  tabs: readonly { readonly id: Id; readonly label: string; readonly Icon: LucideIcon; readonly count?: string }[];
  current: Id;
  /** The panel, if all tabs have the same one. */
  panel?: string;
  onChange: (id: Id) => void;
}

/** Tabs in a sidebar. */
export function SideTabs<Id extends string>({ label, name, tabs, current, panel, onChange }: SideTabsProps<Id>) {
  const choose = (index: number) => onChange(tabs[index]?.id ?? current);
  return (
    <div role="tablist" aria-label={label} aria-orientation="vertical" className="side-tabs">
      {tabs.map(({ id, label: text, Icon, count }, index) => (
        <button
          key={id}
          type="button"
          className="nav"
          role="tab"
          id={`${name}-tab-${id}`}
          aria-controls={panel ?? `${name}-panel-${id}`}
          aria-selected={id === current}
          tabIndex={id === current ? 0 : -1}
          onClick={() => onChange(id)}
          onKeyDown={(event) => rove(event, index, choose)}
        >
          <Icon className="i" />
          {text}
          {count !== undefined && <span className="nav__count">{count}</span>}
        </button>
      ))}
    </div>
  );
}
