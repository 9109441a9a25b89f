import { Download } from 'lucide-react';
import { Brand } from '../../../shared/ui/brand.tsx';

const RINGS = [170, 300, 440];

/** What the app-download page looks like with the settings as they are. */
export function PhonePreview({ buttons }: { readonly buttons: boolean }) {
  return (
    <aside className="cfg__see" aria-label="Preview of the app-download page">
      <h2>What narrow windows see</h2>
      <div className="hand" aria-hidden="true">
        <div className="hand__scr">
          <Brand />
          <h3>The App is Here</h3>
          <p>Your groups, their calendars and every conversation, made for the screen in your pocket.</p>
          {buttons ? (
            <>
              <span className="btn btn--primary">
                <Download className="i" />
                Download for iOS
              </span>
              <span className="btn">
                <Download className="i" />
                Download for Android
              </span>
            </>
          ) : (
            <div className="hand__gap" />
          )}
          <div className="hand__ring">
            {RINGS.map((size) => (
              <i key={size} style={{ width: size, height: size }} />
            ))}
          </div>
        </div>
      </div>
    </aside>
  );
}
