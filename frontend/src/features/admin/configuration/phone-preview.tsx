import { Download } from 'lucide-react';
import { Brand } from '../../../shared/ui/people/brand.tsx';
import { PersonArt, type PersonLook } from '../../../shared/ui/people/person-art.tsx';

const RINGS = [170, 300, 440];
const PEOPLE: readonly { look: PersonLook; left: string; top: number }[] = [
  { look: 'long', left: '28%', top: 66 },
  { look: 'sandy', left: '72%', top: 66 },
  { look: 'bun', left: '50%', top: 44 },
];

/** A preview of the app-download page with the present settings. */
export function PhonePreview({ buttons }: { readonly buttons: boolean }) {
  return (
    <aside className="config__preview" aria-label="Preview of the app-download page">
      <h2>What narrow windows see</h2>
      <div className="phone-preview" aria-hidden="true">
        <div className="phone-preview__screen">
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
            <div className="phone-preview__gap" />
          )}
          <div className="phone-preview__ring">
            {RINGS.map((size) => (
              <i key={size} style={{ width: size, height: size }} />
            ))}
            {PEOPLE.map(({ look, left, top }) => (
              <span key={look} className="avatar" style={{ left, top }}>
                <PersonArt look={look} />
              </span>
            ))}
          </div>
        </div>
      </div>
    </aside>
  );
}
