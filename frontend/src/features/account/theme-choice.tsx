import { Monitor, Moon, Sun } from 'lucide-react';
import { type CSSProperties, useId, useSyncExternalStore } from 'react';
import { readTheme, setTheme, subscribeToTheme, type ThemeChoice as Theme } from '../../shared/lib/theme.ts';
import { OptionTiles } from '../../shared/ui/controls/option-tiles.tsx';
import './theme-choice.css';

const choices = [
  { value: 'system', name: 'System', Icon: Monitor },
  { value: 'light', name: 'Light', Icon: Sun },
  { value: 'dark', name: 'Dark', Icon: Moon },
] as const satisfies readonly { value: Theme; name: string; Icon: typeof Sun }[];

export function ThemeChoice() {
  const theme = useSyncExternalStore(subscribeToTheme, readTheme);
  const titleId = useId();
  return (
    <>
      <h2 className="account__h" id={titleId}>
        Appearance
      </h2>
      <OptionTiles
        className="themes"
        labelledBy={titleId}
        value={theme}
        onChange={setTheme}
        options={choices.map(({ value, name, Icon }) => ({
          value,
          label: (
            <>
              <Preview theme={value} />
              <span className="themes__name">
                <Icon className="i" />
                {name}
              </span>
            </>
          ),
        }))}
      />
    </>
  );
}

function Preview({ theme }: { theme: Theme }) {
  return (
    <span className="themes__preview" aria-hidden="true">
      <Mini look={theme === 'dark' ? 'mini--dark' : 'mini--light'} />
      {theme === 'system' && <Mini look="mini--dark mini--half" />}
    </span>
  );
}

const MARKS = ['--palette-0-blue', '--palette-3-yellow', '--palette-4-purple'];
const LINES = ['100%', '70%', '84%'];

/** The dashboard in miniature: rail, sidebar, three events. */
function Mini({ look }: { look: string }) {
  return (
    <span className={`mini ${look}`}>
      <span className="mini__rail">
        {MARKS.map((mark) => (
          <i key={mark} />
        ))}
      </span>
      <span className="mini__side">
        {LINES.map((width) => (
          <i key={width} style={{ width }} />
        ))}
      </span>
      <span className="mini__sheet">
        {MARKS.map((mark) => (
          <i key={mark} style={{ '--m-mark': `var(${mark})` } as CSSProperties} />
        ))}
      </span>
    </span>
  );
}
