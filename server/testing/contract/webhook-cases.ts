/** Contract cases of webhooks. */
import { type Caller, type ContractCase, field } from './contract-case.ts';

const HOOK = { url: 'https://hooks.example.com/x', events: ['changeset.pending'] };
const AT = '/v1/admin/webhooks';

/** A tenant has few webhooks: those of the cases before go first. */
async function removeWebhooks(as: Caller): Promise<void> {
  const { json } = await as({ method: 'GET', path: AT }, 'admin');
  for (const { id } of json as { id: string }[]) {
    await as({ method: 'DELETE', path: `${AT}/${id}` }, 'admin');
  }
}

async function aWebhook(as: Caller): Promise<string> {
  await removeWebhooks(as);
  return field(await as({ method: 'POST', path: AT, body: HOOK }, 'admin'), 'id');
}

export const WEBHOOK_CASES: Record<string, ContractCase> = {
  listWebhooks: {
    async valid(as) {
      await aWebhook(as);
      return { method: 'GET', path: AT };
    },
    foreign: 'isolated',
  },
  createWebhook: {
    async valid(as) {
      await removeWebhooks(as);
      return { method: 'POST', path: AT, body: HOOK };
    },
    invalid: { method: 'POST', path: AT, body: { ...HOOK, url: 'http://169.254.169.254/latest' } },
    foreign: 'isolated',
  },
  deleteWebhook: {
    valid: async (as) => ({ method: 'DELETE', path: `${AT}/${await aWebhook(as)}` }),
    status: 204,
    foreign: 'not_found',
  },
  testWebhook: {
    valid: async (as) => ({ method: 'POST', path: `${AT}/${await aWebhook(as)}/test` }),
    foreign: 'not_found',
  },
  listWebhookDeliveries: {
    valid: async (as) => ({ method: 'GET', path: `${AT}/${await aWebhook(as)}/deliveries` }),
    invalid: { method: 'GET', path: `${AT}/wh_1/deliveries?limit=0` },
    foreign: 'not_found',
  },
  redeliver: {
    async valid(as) {
      const { json } = await as({ method: 'GET', path: AT }, 'admin');
      const [{ id } = { id: await aWebhook(as) }] = json as { id: string }[];
      const delivery = field(await as({ method: 'POST', path: `${AT}/${id}/test` }, 'admin'), 'id');
      return { method: 'POST', path: `${AT}/${id}/deliveries/${delivery}/redeliver` };
    },
    foreign: 'not_found',
  },
};
