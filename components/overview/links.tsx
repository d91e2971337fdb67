/** Where the interface is described: pages of the gateway itself, not of the dashboard. */

const LINKS = [
  { href: '/docs', title: 'API documentation', about: 'Every endpoint, with a form to try it' },
  { href: '/openapi.json', title: 'OpenAPI document', about: 'For generating clients' },
  { href: '/metrics', title: 'Metrics', about: 'In the Prometheus text format' },
];

export function Links() {
  return (
    <nav aria-label="Interface">
      <ul className="grid gap-3 sm:grid-cols-3">
        {LINKS.map(({ href, title, about }) => (
          <li key={href}>
            <a
              href={href}
              className="flex h-full flex-col gap-1 rounded-md border border-line bg-surface p-4 hover:border-accent"
            >
              <span className="font-medium text-accent">{title}</span>
              <span className="text-quiet">{about}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
