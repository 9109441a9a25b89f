import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const documents = readFileSync(new URL('./quorum.yaml', import.meta.url), 'utf8').split('\n---\n');
const find = (kind: string, name: string): string => {
  const found = documents.find(
    (text) => text.includes(`kind: ${kind}\n`) && text.includes(`metadata: { name: ${name} }`),
  );
  if (found === undefined) throw new Error(`There is no ${kind} ${name}`);
  return found;
};
const numberIn = (text: string, form: RegExp): number => Number(form.exec(text)?.[1]);

describe.each(['command-service', 'query-service', 'projections'])('the deployment of %s', (name) => {
  const deployment = find('Deployment', name);

  it('a deployment has startup, liveness and readiness probes; the last two wait 5 s for an answer', () => {
    for (const probe of ['startup', 'liveness', 'readiness']) expect(deployment).toContain(`${probe}Probe: `);
    for (const [probe] of deployment.matchAll(/(?:liveness|readiness)Probe: .*/g))
      expect(probe).toContain('timeoutSeconds: 5');
  });

  it('a deployment leaves a quarter of its memory to what is not in the heap', () => {
    const heap = [deployment, find('ConfigMap', 'quorum')].map((text) => numberIn(text, /--max-old-space-size=(\d+)/));
    const [, limit, unit] = /limits: \{ memory: (\d+)(Mi|Gi) \}/.exec(deployment) ?? [];
    expect(heap.find((megabytes) => megabytes > 0)).toBeLessThanOrEqual(
      0.75 * Number(limit) * (unit === 'Gi' ? 1_024 : 1),
    );
  });

  it('a deployment is reachable only from nginx and monitoring', () => {
    const policy = find('NetworkPolicy', 'services');
    expect(policy).toContain(name);
    expect(policy.slice(policy.indexOf('ingress:'), policy.indexOf('egress:')).match(/from: .*/g)).toEqual([
      'from: [{ podSelector: { matchLabels: { app: nginx } } }]',
      'from: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: monitoring } } }]',
    ]);
    expect(find('NetworkPolicy', 'nothing-else')).toContain('podSelector: {}, policyTypes: [Ingress, Egress]');
  });
});

describe.each(['command-service', 'query-service'])('an update of %s', (name) => {
  it('an update takes an instance out of nginx before it ends it, and leaves it time to drain', () => {
    const deployment = find('Deployment', name);
    const pause = numberIn(deployment, /preStop: \{ exec: \{ command: \[sleep, "(\d+)"\]/);
    // nginx resolves the names again every 5 s, if the cluster caches nothing.
    expect(pause).toBeGreaterThan(5);
    expect(numberIn(deployment, /terminationGracePeriodSeconds: (\d+)/)).toBeGreaterThan(pause + 10);
  });

  it('an update ends no instance before nginx knows the new one, even from a name server that caches for 30 s', () => {
    expect(numberIn(find('Deployment', name), /minReadySeconds: (\d+)/)).toBeGreaterThan(30 + 5);
  });

  it('an update shows nginx every instance, so that a call refused by one goes to the next', () => {
    expect(find('Service', name)).toContain('clusterIP: None');
  });
});

it('the deployment keeps the address of a visitor', () => {
  expect(find('Service', 'nginx')).toContain('externalTrafficPolicy: Local');
});

it('an update of the projections leaves the old ones running until the new ones are ready', () => {
  expect(find('Deployment', 'projections')).toContain('rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }');
});

// nginx asks a name server, which knows only fully qualified names.
it.skipIf(process.platform === 'win32')(
  'nginx resolves fully qualified names of services in its namespace, through the resolver of the cluster',
  () => {
    const [, script = ''] = /sed -E '([^']+)'/.exec(find('Service', 'nginx')) ?? [];
    const file = new URL('../docker/nginx.conf', import.meta.url).pathname;
    const configuration = execFileSync('sed', ['-E', script, file], { encoding: 'utf8' });
    const servers = [...configuration.matchAll(/server (\S+):8080 resolve;/g)].map(([, name]) => name);
    const [, namespace] = /create namespace (\S+)/.exec(documents[0] ?? '') ?? [];
    expect(servers).toEqual(
      ['command-service', 'query-service', 'query-service'].map((name) => `${name}.${namespace}.svc.cluster.local`),
    );
    expect(configuration).toMatch(/resolver kube-dns\.kube-system\.svc\.cluster\.local valid=5s;/);
  },
);
