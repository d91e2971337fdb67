/**
 * The metric label of an episode's framework. Callers choose the text, and metrics are open to anyone who
 * reaches the port, so only names that are known become labels: what one tenant sends is neither shown to
 * others nor makes series without end.
 */

/** Frameworks by the names that their instrumentations and our clients give them. */
const KNOWN = [
  'ag2',
  'agno',
  'ai-sdk',
  'anthropic',
  'autogen',
  'bedrock',
  'beeai',
  'claude-agent-sdk',
  'claude-code',
  'codex',
  'crewai',
  'cursor',
  'dify',
  'dspy',
  'function',
  'gemini-cli',
  'google-adk',
  'google-genai',
  'google-generativeai',
  'groq',
  'guardrails',
  'haystack',
  'instructor',
  'langchain',
  'langflow',
  'langgraph',
  'letta',
  'litellm',
  'llama-index',
  'llamaindex',
  'mastra',
  'mcp',
  'mistralai',
  'n8n',
  'ollama',
  'openai',
  'openai-agents',
  'opencode',
  'portkey',
  'pydantic-ai',
  'semantic-kernel',
  'smolagents',
  'spring-ai',
  'strands',
  'strands-agents',
  'together',
  'vercel',
  'vercel-ai-sdk',
  'vertexai',
];

/** What stands for an episode without a framework, and for one whose framework is not known. */
const ABSENT = 'unknown';
const OTHER = 'other';

const spelled = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_.]+/g, '-');

/**
 * The label of a framework: its name where that is known or one of `more`, however it is spelled; else
 * `other`.
 */
export function frameworkLabel(more: readonly string[]): (framework: string | null) => string {
  const known = new Set([...KNOWN, ...more.map(spelled)]);
  return (framework) => {
    if (framework === null || framework === '') return ABSENT;
    const name = spelled(framework);
    return known.has(name) ? name : OTHER;
  };
}
