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

/** A webhook and a delivery of it that was given up, as turning it off does. */
async function aGivenUpDelivery(as: Caller): Promise<string> {
  const id = await aWebhook(as);
  const delivery = field(await as({ method: 'POST', path: `${AT}/${id}/test` }, 'admin'), 'id');
  await as({ method: 'POST', path: `${AT}/${id}`, body: { on: false } }, 'admin');
  await as({ method: 'POST', path: `${AT}/${id}`, body: { on: true } }, 'admin');
  return `${AT}/${id}/deliveries/${delivery}`;
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
  getWebhook: {
    valid: async (as) => ({ method: 'GET', path: `${AT}/${await aWebhook(as)}` }),
    foreign: 'not_found',
  },
  changeWebhook: {
    valid: async (as) => ({ method: 'POST', path: `${AT}/${await aWebhook(as)}`, body: { form: 'slack' } }),
    invalid: { method: 'POST', path: `${AT}/wh_1`, body: { events: [] } },
    foreign: 'not_found',
  },
  deleteWebhook: {
    valid: async (as) => ({ method: 'DELETE', path: `${AT}/${await aWebhook(as)}` }),
    status: 204,
    foreign: 'not_found',
  },
  rotateWebhookSecret: {
    valid: async (as) => ({ method: 'POST', path: `${AT}/${await aWebhook(as)}/rotate-secret` }),
    foreign: 'not_found',
  },
  testWebhook: {
    valid: async (as) => ({ method: 'POST', path: `${AT}/${await aWebhook(as)}/test` }),
    foreign: 'not_found',
  },
  listWebhookDeliveries: {
    valid: async (as) => ({ method: 'GET', path: `${AT}/${await aWebhook(as)}/deliveries` }),
    invalid: { method: 'GET', path: `${AT}/wh_1/deliveries?status=lost` },
    foreign: 'not_found',
  },
  redeliver: {
    valid: async (as) => ({ method: 'POST', path: `${await aGivenUpDelivery(as)}/redeliver` }),
    foreign: 'not_found',
  },
};
