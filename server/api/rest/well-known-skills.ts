/**
 * The skills that one tenant publishes, for everybody: Agent Skills Discovery 0.2.0 at /.well-known/agent-skills, and its
 * draft before that (0.1.0) at /.well-known/skills (github.com/cloudflare/agent-skills-discovery-rfc).
 */
import { createHash } from 'node:crypto';
import type { GatewayReply, GatewayRequest } from '../../platform/http/message.ts';
import { jsonReply } from '../../platform/http/message.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type PublishedSkill, readPublishedSkills } from '../../skills/index.ts';

const PATH = /^\/\.well-known\/(agent-skills|skills)\/(?:index\.json|([a-z0-9-]+)\/SKILL\.md)$/;
const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
/** How long a reader may keep a copy: as long, a withdrawn skill may still be read elsewhere. */
const KEEP_SECONDS = 300;

/** Answers a GET for the index or a SKILL.md; 404 for everything else, and where no tenant is served. */
export async function publishedSkillsReply(
  runtime: Runtime,
  path: string,
  request: GatewayRequest,
): Promise<GatewayReply> {
  const tenant = runtime.config.server.publicSkillsTenant;
  const [whole, version, name = null] = PATH.exec(path) ?? [];
  if (tenant === null || whole === undefined) return jsonReply(404, { detail: 'not found' });
  const skills = await readPublishedSkills(runtime, tenant, name);
  if (name === null) {
    const index = version === 'skills' ? olderIndexOf(skills) : indexOf(skills);
    return cached(request, 'application/json', JSON.stringify(index));
  }
  const [skill] = skills;
  if (skill === undefined) return jsonReply(404, { detail: 'skill not found' });
  return cached(request, 'text/markdown; charset=utf-8', skill.markdown);
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function indexOf(skills: readonly PublishedSkill[]) {
  const entries = skills.map(({ name, description, markdown }) => ({
    ...{ name, type: 'skill-md', description },
    url: `/.well-known/agent-skills/${name}/SKILL.md`,
    digest: `sha256:${digestOf(markdown)}`,
  }));
  return { $schema: SCHEMA, skills: entries };
}

function olderIndexOf(skills: readonly PublishedSkill[]) {
  return { skills: skills.map(({ name, description }) => ({ name, description, files: ['SKILL.md'] })) };
}

/** A reply that caches may keep, and 304 for a reader who has it. Any page may read it, as everybody may. */
function cached(request: GatewayRequest, type: string, body: string): GatewayReply {
  const etag = `"${digestOf(body)}"`;
  const headers = {
    etag,
    'cache-control': `public, max-age=${KEEP_SECONDS}`,
    'access-control-allow-origin': '*',
  };
  const known = request.header('if-none-match') ?? '';
  const isKnown = known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  return isKnown
    ? { status: 304, headers, body: null }
    : { status: 200, headers: { 'content-type': type, ...headers }, body };
}
