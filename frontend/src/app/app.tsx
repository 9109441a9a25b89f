import { Brand } from '../shared/ui/brand.tsx';

export function App() {
  return (
    <main className="lost__main" style={{ minHeight: '100vh' }}>
      <Brand />
    </main>
  );
}
