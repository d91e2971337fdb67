// Generated from the gateway's OpenAPI document by scripts/generate-client.mjs; do not edit.

export type Outcome = 'success' | 'failure' | 'partial' | 'unknown';

export interface Operations {
  exportEpisodes: {
    path: {
      agent_id: string;
    };
    query: {
      limit?: number;
    };
    reply: string;
  };
  reflect: {
    path: {
      agent_id: string;
    };
    query: {};
    reply: ReflectOut;
  };
  readSources: {
    path: {
      agent_id: string;
    };
    query: {};
    reply: AgentSources;
  };
  changeSources: {
    path: {
      agent_id: string;
    };
    query: {};
    body: {
      /**
       * Names of tools, or patterns with `*` (any characters), in any case: policy may approve what their text teaches
       *
       * @maxItems 500
       */
      trusted: string[];
      /**
       * Names of tools, or patterns with `*` (any characters), in any case: what their text teaches waits for a person; these count before `trusted`
       *
       * @maxItems 500
       */
      untrusted: string[];
    };
    reply: AgentSources;
  };
  curate: {
    path: {
      agent_id: string;
    };
    query: {};
    reply: CurateOut;
  };
  replay: {
    path: {
      agent_id: string;
    };
    query: {};
    body: {
      limit?: number;
    };
    reply: ReplayOut;
  };
  ask: {
    path: {};
    query: {};
    body: AskIn;
    reply: AskOut;
  };
  listAudit: {
    path: {};
    query: {
      limit?: number;
    };
    reply: AuditEntry[];
  };
  listChangesets: {
    path: {};
    query: {
      agent_id?: string;
      /**
       * `all`, or an empty value, means every status
       */
      status?: 'pending' | 'approved' | 'canary' | 'applied' | 'rejected' | 'failed' | 'all' | '';
      source?: string;
      limit?: number;
      before?: string;
      cursor?: string;
    };
    reply: Changeset[];
  };
  getChangeset: {
    path: {
      cs_id: string;
    };
    query: {};
    reply: ShownChangeset;
  };
  reviewChangeset: {
    path: {
      cs_id: string;
    };
    query: {};
    body: {
      approve: boolean;
      comment?: string | null;
      skip_canary?: boolean;
      /**
       * The `digest` of the changeset as it was read: if it has changed since, 409 says what changed
       */
      expect?: string | null;
    };
    reply: ReviewResult;
  };
  commentChangeset: {
    path: {
      cs_id: string;
    };
    query: {};
    body: {
      text: string;
    };
    reply: CommentResult;
  };
  amendChangeset: {
    path: {
      cs_id: string;
    };
    query: {};
    body: {
      /**
       * @minItems 1
       * @maxItems 100
       */
      ops: (
        | {
            op: 'create_skill';
            name: string;
            description: string;
            tags?: string[];
            bullets?: BulletIn[];
            /**
             * Fields of an imported SKILL.md that the service does not use, kept for the next export
             */
            front_matter?: {
              [k: string]: unknown;
            };
            /**
             * One sentence: why
             */
            reason?: string | null;
          }
        | {
            op: 'add';
            /**
             * The skill's name or id
             */
            skill: string;
            section?: 'steps' | 'pitfalls' | 'heuristics' | 'verification' | 'snippets' | 'notes';
            content: string;
            issue?: string;
            keywords?: string[];
            /**
             * The calls of tools that the rule applies to: those that any of the conditions matches
             *
             * @minItems 1
             * @maxItems 5
             */
            applies_when?: Condition[];
            /**
             * Whether a person has to allow such a call. Only reviewers may set it
             */
            blocks?: boolean;
            /**
             * The rule's place among the skill's active rules after the whole change
             */
            position?: number;
            /**
             * One sentence: why
             */
            reason?: string | null;
          }
        | {
            op: 'update';
            /**
             * The skill's name or id
             */
            skill: string;
            /**
             * A rule's id
             */
            bullet: string;
            section?: ('steps' | 'pitfalls' | 'heuristics' | 'verification' | 'snippets' | 'notes') | null;
            content?: string | null;
            issue?: string | null;
            keywords?: string[] | null;
            /**
             * Absent: unchanged; null takes the conditions away
             */
            applies_when?: Condition[] | null;
            blocks?: boolean | null;
            /**
             * The rule's place among the skill's active rules after the whole change
             */
            position?: number;
            /**
             * One sentence: why
             */
            reason?: string | null;
          }
        | {
            op: 'remove';
            /**
             * The skill's name or id
             */
            skill: string;
            /**
             * A rule's id
             */
            bullet: string;
            /**
             * The rule of the same skill that says it instead
             */
            merged_into?: string | null;
            /**
             * One sentence: why
             */
            reason?: string | null;
          }
        | {
            op: 'set_description';
            /**
             * The skill's name or id
             */
            skill: string;
            description: string;
            tags?: string[];
            /**
             * Fields of an imported SKILL.md that the service does not use, kept for the next export
             */
            front_matter?: {
              [k: string]: unknown;
            };
            /**
             * One sentence: why
             */
            reason?: string | null;
          }
      )[];
      comment?: string | null;
      /**
       * The `digest` of the changeset as it was read: if it has changed since, 409 says what changed
       */
      expect?: string | null;
    };
    reply: ShownChangeset;
  };
  recordEpisode: {
    path: {};
    query: {};
    body: EpisodeIn;
    reply: EpisodeOut;
  };
  listEpisodes: {
    path: {};
    query: {
      agent_id?: string;
      user_id?: string;
      session_id?: string;
      outcome?: 'success' | 'failure' | 'partial' | 'unknown';
      limit?: number;
      cursor?: string;
    };
    reply: ListedEpisode[];
  };
  recordEpisodeBatch: {
    path: {};
    query: {};
    /**
     * @maxItems 1000
     */
    body: EpisodeIn[];
    reply: EpisodeBatchOut;
  };
  latestEpisode: {
    path: {};
    query: {
      session_id: string;
      agent_id?: string;
    };
    reply: Episode;
  };
  getEpisode: {
    path: {
      episode_id: string;
    };
    query: {};
    reply: Episode;
  };
  reportUnreadTranscript: {
    path: {};
    query: {};
    body: {
      /**
       * The coding tool, such as `codex`
       */
      framework: string;
    };
    reply: null;
  };
  eraseUser: {
    path: {
      user_id: string;
    };
    query: {};
    reply: ErasureCounts;
  };
  giveFeedback: {
    path: {};
    query: {};
    body: FeedbackIn;
    reply: FeedbackOut;
  };
  listMemorySuggestions: {
    path: {};
    query: {
      agent_id?: string;
      limit?: number;
      cursor?: string;
    };
    reply: MemorySuggestion[];
  };
  applyMemorySuggestions: {
    path: {};
    query: {};
    body: {
      /**
       * @minItems 1
       * @maxItems 200
       */
      decisions: CleanupDecision[];
    };
    reply: CleanupOut;
  };
  restoreMemory: {
    path: {
      memory_id: string;
    };
    query: {};
    reply: MemoryRestored;
  };
  readInsights: {
    path: {
      agent_id: string;
    };
    query: {};
    reply: Insights;
  };
  listJobs: {
    path: {};
    query: {
      limit?: number;
      cursor?: string;
    };
    reply: FailedJob[];
  };
  retryJob: {
    path: {
      job_id: string;
    };
    query: {};
    reply: {
      job_id: string;
      status: 'queued';
    };
  };
  createKey: {
    path: {};
    query: {};
    body: KeyIn;
    reply: KeyCreated;
  };
  listKeys: {
    path: {};
    query: {
      /**
       * Also those that are revoked
       */
      revoked?: boolean;
      limit?: number;
      cursor?: string;
    };
    reply: ApiKey[];
  };
  bindKey: {
    path: {
      key_id: string;
    };
    query: {};
    body: {
      /**
       * The agents that it may act for; empty means all. Such a key reads shared skills too, cannot have the scope `admin`, and does not sign in to the dashboard.
       *
       * @maxItems 100
       */
      agents: string[];
    };
    reply: null;
  };
  revokeKey: {
    path: {
      key_id: string;
    };
    query: {};
    reply: null;
  };
  readMeasurement: {
    path: {
      /**
       * The skill's id
       */
      skill_id: string;
    };
    query: {};
    reply: SkillMeasurement;
  };
  setMeasurement: {
    path: {
      /**
       * The skill's id
       */
      skill_id: string;
    };
    query: {};
    body: {
      /**
       * Of the sessions it is served in, those that go without it; null ends the measurement
       */
      share: number | null;
    };
    reply: SkillMeasurement;
  };
  addMemory: {
    path: {};
    query: {};
    body: MemoryIn;
    reply: MemoryAdded;
  };
  listMemories: {
    path: {};
    query: {
      agent_id?: string;
      user_id?: string;
      as_of?: string;
      /**
       * Include superseded memories
       */
      include_history?: boolean;
      status?: 'pending' | 'active' | 'superseded' | 'all';
      limit?: number;
      cursor?: string;
    };
    reply: Memory[];
  };
  addMemoryBatch: {
    path: {};
    query: {};
    /**
     * @maxItems 1000
     */
    body: MemoryIn[];
    reply: MemoryBatchOut;
  };
  searchMemories: {
    path: {};
    query: {};
    body: MemorySearch;
    reply: FoundMemories;
  };
  approveMemory: {
    path: {
      memory_id: string;
    };
    query: {};
    reply: MemoryApproved;
  };
  deleteMemory: {
    path: {
      memory_id: string;
    };
    query: {};
    reply: null;
  };
  readModel: {
    path: {};
    query: {};
    reply: LearningModel;
  };
  testModel: {
    path: {};
    query: {};
    body: {};
    reply: ModelTest;
  };
  readPolicy: {
    path: {};
    query: {};
    reply: Policy;
  };
  changePolicy: {
    path: {};
    query: {};
    body: PolicyIn;
    reply: Policy;
  };
  listPolicyVersions: {
    path: {};
    query: {
      cursor?: string;
      limit?: number;
    };
    reply: PolicyVersion[];
  };
  getProfile: {
    path: {
      agent_id: string;
      user_id: string;
    };
    query: {};
    reply: ProfileCard;
  };
  recall: {
    path: {};
    query: {};
    body: RecallRequest;
    reply: RecallResponse;
  };
  previewRecall: {
    path: {};
    query: {};
    body: RecallPreviewRequest;
    reply: RecallPreview;
  };
  explainRecall: {
    path: {
      recall_id: string;
    };
    query: {};
    reply: RecallExplanation;
  };
  authorSkill: {
    path: {};
    query: {};
    body: SkillIn;
    reply: SkillWritten;
  };
  listSkills: {
    path: {};
    query: {
      /**
       * The agent whose skills are meant; `*` is the shared namespace
       */
      agent_id?: string;
      limit?: number;
      cursor?: string;
    };
    reply: Skill[];
  };
  importSkill: {
    path: {};
    query: {};
    body: SkillImport;
    reply: SkillWritten;
  };
  getSkill: {
    path: {
      /**
       * An id, of any agent of the tenant; or a name: the own skill of `agent_id`, else the shared one
       */
      ref: string;
    };
    query: {
      /**
       * The agent whose skills are meant; `*` is the shared namespace
       */
      agent_id?: string;
      /**
       * Also the removed rules, after the active ones
       */
      include_removed?: boolean;
    };
    reply: Skill;
  };
  exportSkill: {
    path: {
      /**
       * An id, of any agent of the tenant; or a name: the own skill of `agent_id`, else the shared one
       */
      ref: string;
    };
    query: {
      /**
       * The agent whose skills are meant; `*` is the shared namespace
       */
      agent_id?: string;
    };
    reply: string;
  };
  listVersions: {
    path: {
      /**
       * An id, of any agent of the tenant; or a name: the own skill of `agent_id`, else the shared one
       */
      ref: string;
    };
    query: {
      /**
       * The agent whose skills are meant; `*` is the shared namespace
       */
      agent_id?: string;
      limit?: number;
      before?: number;
      cursor?: string;
    };
    reply: SkillVersion[];
  };
  rollbackSkill: {
    path: {
      /**
       * The skill's id
       */
      skill_id: string;
    };
    query: {};
    body: {
      version: number;
    };
    reply: SkillRolledBack;
  };
  pinSkill: {
    path: {
      /**
       * The skill's id
       */
      skill_id: string;
    };
    query: {};
    body: {
      pinned?: boolean;
    };
    reply: SkillPinned;
  };
  evolveSkill: {
    path: {
      /**
       * The skill's id
       */
      skill_id: string;
    };
    query: {};
    reply: SkillEvolution;
  };
  readStatus: {
    path: {};
    query: {};
    reply: Status;
  };
  listTenants: {
    path: {};
    query: {
      cursor?: string;
      limit?: number;
    };
    reply: Tenant[];
  };
  setTenantQuota: {
    path: {
      tenant: string;
    };
    query: {};
    body: {
      /**
       * Episodes recorded per UTC day; null is no limit
       */
      episodes_per_day?: number | null;
      /**
       * Memories that are active or pending; null is no limit
       */
      memories?: number | null;
      /**
       * Skills that are not archived; null is no limit
       */
      skills?: number | null;
      /**
       * Tokens of the learning model per UTC day; null is no limit
       */
      tokens_per_day?: number | null;
    };
    reply: TenantQuota;
  };
  deleteTenant: {
    path: {
      tenant: string;
    };
    query: {};
    reply: TenantDeletion;
  };
  exportTenant: {
    path: {
      tenant: string;
    };
    query: {};
    reply: string;
  };
  ingestTraces: {
    path: {};
    query: {};
    body: ExportTraceServiceRequest;
    reply: ExportTraceServiceResponse;
  };
  ingestExportedTraces: {
    path: {};
    query: {};
    body: ExportTraceServiceRequest;
    reply: ExportTraceServiceResponse;
  };
  ingestProtobufTraces: {
    path: {};
    query: {};
    body: ExportTraceServiceRequest;
    reply: ExportTraceServiceResponse;
  };
  ingestLogs: {
    path: {};
    query: {};
    body: ExportLogsServiceRequest;
    reply: ExportLogsServiceResponse;
  };
  listUsage: {
    path: {};
    query: {};
    reply: UsageRow[];
  };
  listWebhooks: {
    path: {};
    query: {};
    reply: Webhook[];
  };
  createWebhook: {
    path: {};
    query: {};
    body: WebhookIn;
    reply: WebhookCreated;
  };
  deleteWebhook: {
    path: {
      webhook_id: string;
    };
    query: {};
    reply: null;
  };
  testWebhook: {
    path: {
      webhook_id: string;
    };
    query: {};
    reply: WebhookDelivery;
  };
  listWebhookDeliveries: {
    path: {
      webhook_id: string;
    };
    query: {
      limit?: number;
      cursor?: string;
    };
    reply: WebhookDelivery[];
  };
  redeliver: {
    path: {
      webhook_id: string;
      delivery_id: string;
    };
    query: {};
    reply: WebhookDelivery;
  };
}
export interface ReflectOut {
  status: 'queued' | 'skipped';
  /**
   * Why nothing was queued
   */
  reason?: string;
  kind: 'reflect';
}
export interface AgentSources {
  /**
   * Names of tools, or patterns with `*` (any characters), in any case: policy may approve what their text teaches
   *
   * @maxItems 500
   */
  trusted: string[];
  /**
   * Names of tools, or patterns with `*` (any characters), in any case: what their text teaches waits for a person; these count before `trusted`
   *
   * @maxItems 500
   */
  untrusted: string[];
  /**
   * Words of names by which a tool that no list has is taken to answer with text from outside
   */
  defaults: string[];
  /**
   * The tools that the agent called, those of most runs first
   */
  tools: {
    name: string;
    /**
     * Runs that called it and were reflected on
     */
    runs: number;
    /**
     * By the lists, else by the defaults
     */
    trusted: boolean;
    /**
     * `setting`: the policy of the tenant, for every tool that no list has
     */
    decided_by: 'setting' | 'list' | 'default';
    /**
     * The pattern that matched its name, null where none did
     */
    pattern: string | null;
  }[];
}
export interface CurateOut {
  status: 'queued';
  kind: 'curate';
}
export interface ReplayOut {
  status: 'queued' | 'skipped';
  /**
   * Why nothing was queued
   */
  reason?: string;
  /**
   * How many were queued again
   */
  episodes: number;
}
export interface AskIn {
  question: string;
  scope?: Scope;
  /**
   * Short for `scope.agent_id`
   */
  agent_id?: string;
  /**
   * Short for `scope.user_id`
   */
  user_id?: string | null;
}
export interface Scope {
  agent_id?: string;
  user_id?: string | null;
}
export interface AskOut {
  answer: string;
  /**
   * Ids of the skills, rules and memories that the answer rests on, and `profile` for what is known about the user. Empty where nothing is known that answers the question
   */
  evidence: string[];
}
export interface AuditEntry {
  id: string;
  actor: string;
  action: string;
  resource: string;
  details: {
    [k: string]: unknown;
  };
  at: string;
}
export interface Changeset {
  id: string;
  agent_id: string;
  status: 'pending' | 'approved' | 'canary' | 'applied' | 'rejected' | 'failed';
  ops: (
    | {
        op: 'create_skill';
        name: string;
        description: string;
        tags: string[];
        bullets: BulletInOutput[];
        /**
         * Fields of an imported SKILL.md that the service does not use, kept for the next export
         */
        front_matter?: {
          [k: string]: unknown;
        };
        /**
         * One sentence: why
         */
        reason?: string | null;
      }
    | {
        op: 'add';
        /**
         * The skill's name or id
         */
        skill: string;
        section: 'steps' | 'pitfalls' | 'heuristics' | 'verification' | 'snippets' | 'notes';
        content: string;
        issue: string;
        keywords: string[];
        /**
         * The calls of tools that the rule applies to: those that any of the conditions matches
         *
         * @minItems 1
         * @maxItems 5
         */
        applies_when?: ConditionOutput[];
        /**
         * Whether a person has to allow such a call. Only reviewers may set it
         */
        blocks?: boolean;
        /**
         * The rule's place among the skill's active rules after the whole change
         */
        position?: number;
        /**
         * One sentence: why
         */
        reason?: string | null;
      }
    | {
        op: 'update';
        /**
         * The skill's name or id
         */
        skill: string;
        /**
         * A rule's id
         */
        bullet: string;
        section?: ('steps' | 'pitfalls' | 'heuristics' | 'verification' | 'snippets' | 'notes') | null;
        content?: string | null;
        issue?: string | null;
        keywords?: string[] | null;
        /**
         * Absent: unchanged; null takes the conditions away
         */
        applies_when?: ConditionOutput[] | null;
        blocks?: boolean | null;
        /**
         * The rule's place among the skill's active rules after the whole change
         */
        position?: number;
        /**
         * One sentence: why
         */
        reason?: string | null;
      }
    | {
        op: 'remove';
        /**
         * The skill's name or id
         */
        skill: string;
        /**
         * A rule's id
         */
        bullet: string;
        /**
         * The rule of the same skill that says it instead
         */
        merged_into?: string | null;
        /**
         * One sentence: why
         */
        reason?: string | null;
      }
    | {
        op: 'set_description';
        /**
         * The skill's name or id
         */
        skill: string;
        description: string;
        tags?: string[];
        /**
         * Fields of an imported SKILL.md that the service does not use, kept for the next export
         */
        front_matter?: {
          [k: string]: unknown;
        };
        /**
         * One sentence: why
         */
        reason?: string | null;
      }
  )[];
  /**
   * What was proposed, where a reviewer amended it; else null
   */
  original_ops:
    | (
        | {
            op: 'create_skill';
            name: string;
            description: string;
            tags: string[];
            bullets: BulletInOutput[];
            /**
             * Fields of an imported SKILL.md that the service does not use, kept for the next export
             */
            front_matter?: {
              [k: string]: unknown;
            };
            /**
             * One sentence: why
             */
            reason?: string | null;
          }
        | {
            op: 'add';
            /**
             * The skill's name or id
             */
            skill: string;
            section: 'steps' | 'pitfalls' | 'heuristics' | 'verification' | 'snippets' | 'notes';
            content: string;
            issue: string;
            keywords: string[];
            /**
             * The calls of tools that the rule applies to: those that any of the conditions matches
             *
             * @minItems 1
             * @maxItems 5
             */
            applies_when?: ConditionOutput[];
            /**
             * Whether a person has to allow such a call. Only reviewers may set it
             */
            blocks?: boolean;
            /**
             * The rule's place among the skill's active rules after the whole change
             */
            position?: number;
            /**
             * One sentence: why
             */
            reason?: string | null;
          }
        | {
            op: 'update';
            /**
             * The skill's name or id
             */
            skill: string;
            /**
             * A rule's id
             */
            bullet: string;
            section?: ('steps' | 'pitfalls' | 'heuristics' | 'verification' | 'snippets' | 'notes') | null;
            content?: string | null;
            issue?: string | null;
            keywords?: string[] | null;
            /**
             * Absent: unchanged; null takes the conditions away
             */
            applies_when?: ConditionOutput[] | null;
            blocks?: boolean | null;
            /**
             * The rule's place among the skill's active rules after the whole change
             */
            position?: number;
            /**
             * One sentence: why
             */
            reason?: string | null;
          }
        | {
            op: 'remove';
            /**
             * The skill's name or id
             */
            skill: string;
            /**
             * A rule's id
             */
            bullet: string;
            /**
             * The rule of the same skill that says it instead
             */
            merged_into?: string | null;
            /**
             * One sentence: why
             */
            reason?: string | null;
          }
        | {
            op: 'set_description';
            /**
             * The skill's name or id
             */
            skill: string;
            description: string;
            tags?: string[];
            /**
             * Fields of an imported SKILL.md that the service does not use, kept for the next export
             */
            front_matter?: {
              [k: string]: unknown;
            };
            /**
             * One sentence: why
             */
            reason?: string | null;
          }
      )[]
    | null;
  rationale: string;
  source: 'reflection' | 'evolution' | 'curation' | 'api' | 'import';
  risk: 'low' | 'medium' | 'high';
  eval_score: number | null;
  baseline_score: number | null;
  /**
   * `secret:…`, `injection:…` and `size:…` hold the change, `lint:…` is advice
   */
  safety_findings: string[];
  /**
   * The untrusted sources whose texts the model was shown; empty where it was shown none
   */
  sources: UntrustedSource[];
  /**
   * Why these sources need a person, a line for each; empty where policy could approve it
   */
  because: string[];
  /**
   * The episodes that it was learned from
   */
  episode_ids: string[];
  /**
   * What it rests on; null where no runs taught it, and for changes of earlier versions
   */
  support: ChangesetSupport | null;
  /**
   * Skill id to the version that was proposed against
   */
  base_versions: {
    [k: string]: number;
  };
  /**
   * Skill id to the new version; null unless applied
   */
  applied_versions: {
    [k: string]: number;
  } | null;
  reviewer: string | null;
  review_comment: string | null;
  /**
   * Why it was rejected, or why it failed
   */
  rejection_reason: string | null;
  created_at: string;
}
export interface BulletInOutput {
  content: string;
  issue: string;
  keywords: string[];
  section: 'steps' | 'pitfalls' | 'heuristics' | 'verification' | 'snippets' | 'notes';
  /**
   * The calls of tools that the rule applies to: those that any of the conditions matches
   *
   * @minItems 1
   * @maxItems 5
   */
  applies_when?: ConditionOutput[];
  /**
   * Whether a person has to allow such a call. Only reviewers may set it
   */
  blocks?: boolean;
}
/**
 * All of its fields must match. They are globs: `*` stands for any characters, `?` for one; in `path` both end at a slash, `**` does not
 *
 */
export interface ConditionOutput {
  /**
   * The tool's name
   */
  tool?: string;
  /**
   * A file that the arguments name: `migrations/**`
   */
  path?: string;
  /**
   * The command from its beginning: `git push*`
   */
  command?: string;
  /**
   * An argument by its value
   */
  argument?: {
    name: string;
    value: string;
  };
  /**
   * A part of the error that was seen last
   */
  error?: string;
}
export interface UntrustedSource {
  /**
   * `tool`: what a tool answered; `user`: what a user said; `marked`: what the adapter marked
   */
  kind: 'tool' | 'user' | 'marked';
  /**
   * The tool's name, the user's id, or the role of the marked message
   */
  name: string;
  /**
   * Runs whose texts from it the model was shown
   */
  runs: number;
}
export interface ChangesetSupport {
  runs: number;
  /**
   * Sessions of these runs; all runs without one count as one session
   */
  sessions: number;
  /**
   * Users of these runs; runs without a user count as none
   */
  users: number;
  /**
   * Sessions that policy counts: one for each user, and of the operation that fewest runs taught
   */
  independent_sessions: number;
  /**
   * The signal that rated the runs
   */
  decided_by: {
    verification: number;
    feedback: number;
    outcome: number;
    judge: number;
  };
}
export interface ShownChangeset {
  id: string;
  agent_id: string;
  status: 'pending' | 'approved' | 'canary' | 'applied' | 'rejected' | 'failed';
  ops: (
    | {
        op: 'create_skill';
        name: string;
        description: string;
        tags: string[];
        bullets: BulletInOutput[];
        /**
         * Fields of an imported SKILL.md that the service does not use, kept for the next export
         */
        front_matter?: {
          [k: string]: unknown;
        };
        /**
         * One sentence: why
         */
        reason?: string | null;
      }
    | {
        op: 'add';
        /**
         * The skill's name or id
         */
        skill: string;
        section: 'steps' | 'pitfalls' | 'heuristics' | 'verification' | 'snippets' | 'notes';
        content: string;
        issue: string;
        keywords: string[];
        /**
         * The calls of tools that the rule applies to: those that any of the conditions matches
         *
         * @minItems 1
         * @maxItems 5
         */
        applies_when?: ConditionOutput[];
        /**
         * Whether a person has to allow such a call. Only reviewers may set it
         */
        blocks?: boolean;
        /**
         * The rule's place among the skill's active rules after the whole change
         */
        position?: number;
        /**
         * One sentence: why
         */
        reason?: string | null;
      }
    | {
        op: 'update';
        /**
         * The skill's name or id
         */
        skill: string;
        /**
         * A rule's id
         */
        bullet: string;
        section?: ('steps' | 'pitfalls' | 'heuristics' | 'verification' | 'snippets' | 'notes') | null;
        content?: string | null;
        issue?: string | null;
        keywords?: string[] | null;
        /**
         * Absent: unchanged; null takes the conditions away
         */
        applies_when?: ConditionOutput[] | null;
        blocks?: boolean | null;
        /**
         * The rule's place among the skill's active rules after the whole change
         */
        position?: number;
        /**
         * One sentence: why
         */
        reason?: string | null;
      }
    | {
        op: 'remove';
        /**
         * The skill's name or id
         */
        skill: string;
        /**
         * A rule's id
         */
        bullet: string;
        /**
         * The rule of the same skill that says it instead
         */
        merged_into?: string | null;
        /**
         * One sentence: why
         */
        reason?: string | null;
      }
    | {
        op: 'set_description';
        /**
         * The skill's name or id
         */
        skill: string;
        description: string;
        tags?: string[];
        /**
         * Fields of an imported SKILL.md that the service does not use, kept for the next export
         */
        front_matter?: {
          [k: string]: unknown;
        };
        /**
         * One sentence: why
         */
        reason?: string | null;
      }
  )[];
  /**
   * What was proposed, where a reviewer amended it; else null
   */
  original_ops:
    | (
        | {
            op: 'create_skill';
            name: string;
            description: string;
            tags: string[];
            bullets: BulletInOutput[];
            /**
             * Fields of an imported SKILL.md that the service does not use, kept for the next export
             */
            front_matter?: {
              [k: string]: unknown;
            };
            /**
             * One sentence: why
             */
            reason?: string | null;
          }
        | {
            op: 'add';
            /**
             * The skill's name or id
             */
            skill: string;
            section: 'steps' | 'pitfalls' | 'heuristics' | 'verification' | 'snippets' | 'notes';
            content: string;
            issue: string;
            keywords: string[];
            /**
             * The calls of tools that the rule applies to: those that any of the conditions matches
             *
             * @minItems 1
             * @maxItems 5
             */
            applies_when?: ConditionOutput[];
            /**
             * Whether a person has to allow such a call. Only reviewers may set it
             */
            blocks?: boolean;
            /**
             * The rule's place among the skill's active rules after the whole change
             */
            position?: number;
            /**
             * One sentence: why
             */
            reason?: string | null;
          }
        | {
            op: 'update';
            /**
             * The skill's name or id
             */
            skill: string;
            /**
             * A rule's id
             */
            bullet: string;
            section?: ('steps' | 'pitfalls' | 'heuristics' | 'verification' | 'snippets' | 'notes') | null;
            content?: string | null;
            issue?: string | null;
            keywords?: string[] | null;
            /**
             * Absent: unchanged; null takes the conditions away
             */
            applies_when?: ConditionOutput[] | null;
            blocks?: boolean | null;
            /**
             * The rule's place among the skill's active rules after the whole change
             */
            position?: number;
            /**
             * One sentence: why
             */
            reason?: string | null;
          }
        | {
            op: 'remove';
            /**
             * The skill's name or id
             */
            skill: string;
            /**
             * A rule's id
             */
            bullet: string;
            /**
             * The rule of the same skill that says it instead
             */
            merged_into?: string | null;
            /**
             * One sentence: why
             */
            reason?: string | null;
          }
        | {
            op: 'set_description';
            /**
             * The skill's name or id
             */
            skill: string;
            description: string;
            tags?: string[];
            /**
             * Fields of an imported SKILL.md that the service does not use, kept for the next export
             */
            front_matter?: {
              [k: string]: unknown;
            };
            /**
             * One sentence: why
             */
            reason?: string | null;
          }
      )[]
    | null;
  rationale: string;
  source: 'reflection' | 'evolution' | 'curation' | 'api' | 'import';
  risk: 'low' | 'medium' | 'high';
  eval_score: number | null;
  baseline_score: number | null;
  /**
   * `secret:…`, `injection:…` and `size:…` hold the change, `lint:…` is advice
   */
  safety_findings: string[];
  /**
   * The untrusted sources whose texts the model was shown; empty where it was shown none
   */
  sources: UntrustedSource[];
  /**
   * Why these sources need a person, a line for each; empty where policy could approve it
   */
  because: string[];
  /**
   * The episodes that it was learned from
   */
  episode_ids: string[];
  /**
   * What it rests on; null where no runs taught it, and for changes of earlier versions
   */
  support: ChangesetSupport | null;
  /**
   * Skill id to the version that was proposed against
   */
  base_versions: {
    [k: string]: number;
  };
  /**
   * Skill id to the new version; null unless applied
   */
  applied_versions: {
    [k: string]: number;
  } | null;
  reviewer: string | null;
  review_comment: string | null;
  /**
   * Why it was rejected, or why it failed
   */
  rejection_reason: string | null;
  created_at: string;
  /**
   * Stands for the operations, the findings and the versions (base and current) of what is shown here; send it as `expect` with a review or an amendment
   */
  digest: string;
}
export interface ReviewResult {
  id: string;
  status: 'pending' | 'approved' | 'canary' | 'applied' | 'rejected' | 'failed';
  /**
   * Skill id to the new version; null unless applied
   */
  applied_versions: {
    [k: string]: number;
  } | null;
  /**
   * Why it was rejected or why it failed, else null
   */
  reason: string | null;
}
export interface CommentResult {
  id: string;
}
export interface BulletIn {
  content: string;
  issue?: string;
  keywords?: string[];
  section?: 'steps' | 'pitfalls' | 'heuristics' | 'verification' | 'snippets' | 'notes';
  /**
   * The calls of tools that the rule applies to: those that any of the conditions matches
   *
   * @minItems 1
   * @maxItems 5
   */
  applies_when?: Condition[];
  /**
   * Whether a person has to allow such a call. Only reviewers may set it
   */
  blocks?: boolean;
}
/**
 * All of its fields must match. They are globs: `*` stands for any characters, `?` for one; in `path` both end at a slash, `**` does not
 *
 */
export interface Condition {
  /**
   * The tool's name
   */
  tool?: string;
  /**
   * A file that the arguments name: `migrations/**`
   */
  path?: string;
  /**
   * The command from its beginning: `git push*`
   */
  command?: string;
  /**
   * An argument by its value
   */
  argument?: {
    name: string;
    value: string;
  };
  /**
   * A part of the error that was seen last
   */
  error?: string;
}
export interface EpisodeIn {
  /**
   * Recording again for the same agent with the same key answers with the first episode. Empty means none
   */
  idempotency_key?: string | null;
  session_id?: string | null;
  /**
   * The recall that served this run: what it served is credited, once, by the first run of the same agent and session. An unknown one credits nothing
   */
  recall_id?: string | null;
  task?: string | null;
  messages?: MessageIn[];
  /**
   * The calls of the run. One that the messages show too counts once
   */
  tool_calls?: ToolCall[];
  outcome?: Outcome;
  verification?: Verification | null;
  /**
   * How well the run went, 0 to 1. It counts as feedback does (`reward_source` is `reported`); a verification and feedback outrank it
   */
  reward?: number | null;
  error?: string | null;
  duration_ms?: number | null;
  framework?: string | null;
  /**
   * The model that answered last. Where it is left out, `metadata.model` is taken
   */
  model?: string | null;
  /**
   * Names or ids of skills that the run loaded itself. Without a recall they count as used, and the reward is no evidence of them. Unknown ones are kept
   */
  skills_loaded?: string[];
  /**
   * Stored as sent, not redacted. `usage` is the place for the tokens of the run (`{input_tokens, output_tokens}`), which canaries compare
   */
  metadata?: {
    [k: string]: unknown;
  };
  scope?: Scope;
  /**
   * Short for `scope.agent_id`
   */
  agent_id?: string;
  /**
   * Short for `scope.user_id`
   */
  user_id?: string | null;
}
export interface MessageIn {
  role: string;
  /**
   * A text, or parts: texts are joined by lines, `tool_use` and `tool_result` (Anthropic) become tool calls, and of every other part its kind is kept, as `[image]`. null or absent beside `tool_calls`
   */
  content?:
    | (
        | string
        | (
            | string
            | {
                [k: string]: unknown;
              }
          )[]
      )
    | null;
  /**
   * The calls of an assistant as OpenAI has them. They become tool calls of the episode
   */
  tool_calls?:
    | {
        [k: string]: unknown;
      }[]
    | null;
  /**
   * The call that a message of the role `tool` answers
   */
  tool_call_id?: string | null;
  /**
   * Whether the call that it answers failed
   */
  is_error?: boolean | null;
  /**
   * Set by who knows that the text comes from outside: what is learned from it waits for a person
   */
  source?: 'untrusted' | null;
}
export interface ToolCall {
  name: string;
  arguments?:
    | (
        | {
            [k: string]: unknown;
          }
        | string
      )
    | null;
  result?: string | null;
  error?: string | null;
  /**
   * Set by who knows that the text comes from outside: what is learned from it waits for a person
   */
  source?: 'untrusted' | null;
}
export interface Verification {
  passed: boolean;
  details?: string | null;
  source?: string;
}
export interface EpisodeOut {
  episode_id: string;
  /**
   * Whether this episode triggers reflection; false for one that was recorded before
   */
  reflection_scheduled: boolean;
  /**
   * Whether its idempotency key was taken, so that nothing was stored. The id is that of the first episode
   */
  duplicate: boolean;
}
export interface ListedEpisode {
  episode_id: string;
  agent_id: string;
  user_id: string | null;
  session_id: string | null;
  recall_id: string | null;
  task: string | null;
  outcome: Outcome;
  /**
   * null while the run has no outcome, verification, feedback or judgement
   */
  reward: number | null;
  /**
   * How much the reward counts as evidence
   */
  reward_strength: number | null;
  reward_source: ('verification' | 'feedback' | 'reported' | 'outcome' | 'judge') | null;
  /**
   * Whether its recall credits it, which makes its reward evidence; false without a recall that is known
   */
  credited: boolean;
  /**
   * Why the recall that it names does not credit it; null where it does, and where none is known
   */
  credit_reason: ('already_credited' | 'other_agent' | 'other_session' | 'too_old') | null;
  /**
   * The holdout draw of its recall; null without one
   */
  holdout: boolean | null;
  reflected: boolean;
  framework: string | null;
  model: string | null;
  duration_ms: number | null;
  created_at: string;
}
export interface EpisodeBatchOut {
  /**
   * Episodes that are new
   */
  accepted: number;
  /**
   * Episodes whose idempotency key was taken, also by one before in this batch
   */
  duplicates: number;
  /**
   * In the order of the batch
   */
  episodes: EpisodeOut[];
}
export interface Episode {
  episode_id: string;
  agent_id: string;
  user_id: string | null;
  session_id: string | null;
  recall_id: string | null;
  task: string | null;
  messages: Message[];
  tool_calls: ToolCallOutput[];
  outcome: Outcome;
  verification: EpisodeVerification | null;
  error: string | null;
  duration_ms: number | null;
  framework: string | null;
  model: string | null;
  skills_loaded: string[];
  metadata: {
    [k: string]: unknown;
  };
  /**
   * null while the run has no outcome, verification, feedback or judgement
   */
  reward: number | null;
  /**
   * How much the reward counts as evidence
   */
  reward_strength: number | null;
  reward_source: ('verification' | 'feedback' | 'reported' | 'outcome' | 'judge') | null;
  /**
   * Whether its recall credits it, which makes its reward evidence; false without a recall that is known
   */
  credited: boolean;
  /**
   * Why the recall that it names does not credit it; null where it does, and where none is known
   */
  credit_reason: ('already_credited' | 'other_agent' | 'other_session' | 'too_old') | null;
  /**
   * The holdout draw of its recall; null without one
   */
  holdout: boolean | null;
  reflected: boolean;
  /**
   * Why reflection on it has failed so far; null where it has not, and once it has succeeded
   */
  reflection: {
    /**
     * Answers that could not be used; after three it is put aside
     */
    attempts: number;
    last_error: string;
    /**
     * When it is tried again, or as soon as the model answers; null where it is put aside until a replay
     */
    next_at: string | null;
  } | null;
  created_at: string;
}
export interface Message {
  role: string;
  content: string;
  /**
   * Set by who knows that the text comes from outside: what is learned from it waits for a person
   */
  source?: 'untrusted' | null;
}
export interface ToolCallOutput {
  name: string;
  arguments?:
    | (
        | {
            [k: string]: unknown;
          }
        | string
      )
    | null;
  result?: string | null;
  error?: string | null;
  /**
   * Set by who knows that the text comes from outside: what is learned from it waits for a person
   */
  source?: 'untrusted' | null;
}
export interface EpisodeVerification {
  passed: boolean;
  details: string | null;
  source: string;
}
export interface ErasureCounts {
  /**
   * all versions, also closed and pending ones
   */
  memories: number;
  /**
   * what says that memories rest on the user’s runs; a memory that all users share stays
   */
  memory_evidence: number;
  episodes: number;
  /**
   * given on those episodes
   */
  feedback: number;
  profiles: number;
  recalls: number;
  /**
   * who signed in with this id as the subject
   */
  people: number;
}
export interface FeedbackIn {
  /**
   * The run; required without `recall_id`
   */
  episode_id?: string | null;
  /**
   * The recall that the run was recorded with; of several runs the one that it credits, else the latest
   */
  recall_id?: string | null;
  score: number;
  comment?: string | null;
  /**
   * What the run should have done
   */
  correction?: string | null;
  source?: string;
}
export interface FeedbackOut {
  episode_id: string;
  /**
   * The episode's reward now; a verification outranks feedback
   */
  reward: number;
  reflection_scheduled: boolean;
}
export interface MemorySuggestion {
  id: string;
  found_at: string;
  memory: Memory;
  other: Memory;
  /**
   * Stands for both texts; a decision may send it along
   */
  digest: string;
}
export interface Memory {
  id: string;
  agent_id: string;
  user_id: string | null;
  kind: 'fact' | 'preference' | 'lesson';
  content: string;
  confidence: number;
  valid_from: string;
  invalid_at: string | null;
  superseded_by: string | null;
  /**
   * Ids of the episodes it was learned from
   */
  sources: string[];
  /**
   * What it rests on; null where that was not recorded yet when it was kept
   */
  support: MemorySupport | null;
  status: 'pending' | 'active' | 'superseded';
  /**
   * Why it was held: scan findings, auto_approve_off, few_sessions (fewer than policy asks for), resembles, not_reconciled (the model did not answer in time; a job reconciles it later); of learned ones also injection:untrusted_source (learned from text from outside, or from what another user said) and injection:personal_fact (about a person, and for everybody)
   */
  hold_reasons: string[];
  /**
   * The active memory it resembled when it was held
   */
  similar_id: string | null;
  created_at: string;
}
export interface MemorySupport {
  runs: number;
  /**
   * Sessions of these runs; all runs without one count as one session
   */
  sessions: number;
  /**
   * Users of these runs; runs without a user count as none
   */
  users: number;
  /**
   * In how many of these runs each said most of it; a run may count for several
   */
  said_by: {
    user_message: number;
    instructions: number;
    error_or_verification: number;
    tool_output: number;
    retrieved_text: number;
    /**
     * People who added or approved it
     */
    reviewer: number;
    /**
     * Agents that said it through the interface
     */
    agent: number;
    /**
     * Runs in which no one said it: the learning model’s own words
     */
    model: number;
  };
  /**
   * False where it is older than this record, which then lacks what was before
   */
  complete: boolean;
}
export interface CleanupDecision {
  id: string;
  action: 'merge' | 'keep';
  /**
   * The digest as listed. If the memories have changed since, nothing is done (409)
   */
  digest?: string | null;
}
export interface CleanupOut {
  results: CleanupResult[];
}
export interface CleanupResult {
  id: string;
  /**
   * Null where nothing was done
   */
  status: ('open' | 'kept' | 'applied') | null;
  error: {
    status: number;
    detail: string;
  } | null;
}
export interface MemoryRestored {
  id: string;
  status: 'active';
}
export interface Insights {
  learning_lift: LearningLift;
  /**
   * The agent's own and the shared skills, most used first
   */
  skills: SkillInsight[];
  /**
   * Canaries on those skills: those that run, then those that ended, the latest first
   */
  experiments: ExperimentInsight[];
  /**
   * Changesets of the agent's own that wait for review, 10,001 if more than 10,000
   */
  pending_changesets: number;
  /**
   * Active rules of those skills that were tagged harmful more often than helpful, worst first
   */
  problem_rules: ProblemRule[];
  left_out: InsightsLeftOut;
  /**
   * Current learning errors of the tenant, latest first. An error goes away when the same kind succeeds
   */
  learning_faults: LearningFault[];
  tenant_learning_cost_30d: LearningCost;
}
export interface LearningLift {
  /**
   * Posterior mean over sessions under Beta(1, 1), also without evidence
   */
  treated_success: number;
  /**
   * Summed evidence of runs: rewards count by their strength, runs without one do not
   */
  treated_n: number;
  holdout_success: number;
  holdout_n: number;
  /**
   * Posterior mean of treated minus holdout success; a session is one unit
   */
  lift: number;
  /**
   * For one look at a planned time
   *
   * @minItems 2
   * @maxItems 2
   */
  lift_90ci: number[];
  /**
   * The 90 % interval excludes 0 and both groups have evidence
   */
  significant: boolean;
  /**
   * Both groups have 5 sessions and 5 of evidence or more: only then may the figures be read as a result
   */
  enough: boolean;
  /**
   * A 90 % interval that may be read at any time, however often; what the dashboard says rests on it
   *
   * @minItems 2
   * @maxItems 2
   */
  lift_always_valid: number[];
  /**
   * Further rewarded episodes until the current lift would be significant; null if unknown
   */
  episodes_to_detect: number | null;
}
export interface SkillInsight {
  name: string;
  version: number;
  status: 'active' | 'stale' | 'archived' | 'deprecated';
  /**
   * Of a shared skill, by this agent
   */
  uses: number;
  /**
   * As on the skill; of a shared skill, by the runs of this agent alone. null without evidence
   */
  success_rate: number | null;
  /**
   * From the posterior under Beta(1, 1)
   *
   * @minItems 2
   * @maxItems 2
   */
  success_90ci: number[];
  /**
   * Measured by sessions that go without one skill; null where it never was
   */
  worth: SkillWorth | null;
}
export interface SkillWorth {
  /**
   * Rewarded sessions that were served the skill or went without it
   */
  sessions: number;
  /**
   * Summed evidence of runs that were served all skills that fitted
   */
  served_n: number;
  served_success: number | null;
  /**
   * The same of runs from which this skill was held back
   */
  held_back_n: number;
  held_back_success: number | null;
  /**
   * Success with the skill minus success without, weighed by propensity; null before there is enough to tell
   */
  effect: number | null;
  /**
   * Its 90 % interval at all times at once: it may be read however often. Below 0 the skill hurts, and deprecating it is suggested
   */
  effect_always_valid: number[] | null;
}
export interface ExperimentInsight {
  id: string;
  status: 'running' | 'promoted' | 'rejected' | 'expired';
  /**
   * Exact, under Beta(1, 1) for either arm
   */
  p_candidate_better: number;
  /**
   * Summed evidence of the arm; frozen when the canary ends
   */
  incumbent_n: number;
  candidate_n: number;
  skill_id: string;
  changeset_id: string;
  rule: 'posterior' | 'calibrated';
  /**
   * The candidate's success rate minus the incumbent's, from the posteriors: for one look at a planned time. At a canary's end it covers the truth in about half of the cases; read `effect_always_valid` then
   *
   * @minItems 2
   * @maxItems 2
   */
  effect_90ci: number[];
  /**
   * An interval of the same difference that may be read at any time, also at the end: 90 % at all times at once, over sessions weighted by the propensity of their arm
   *
   * @minItems 2
   * @maxItems 2
   */
  effect_always_valid: number[];
  /**
   * The estimate of the same difference, weighted by propensity and shrunk towards 0 (posterior mean under a normal prior with a standard deviation of 0.1): what ends a canary makes the plain estimate too large
   */
  effect_shrunken: number;
  /**
   * Evidence of the smaller arm at which a promotion can next be decided (at the last look: of the candidate); null where every credit may decide, and once it has ended
   */
  next_look: number | null;
  /**
   * What a promotion by the rule is worth
   */
  guarantee: string;
  /**
   * Why it ended as it did; null while it runs
   */
  reason: string | null;
  /**
   * Until a verdict at current traffic; null if unknown
   */
  expected_days: number | null;
}
export interface ProblemRule {
  id: string;
  content: string;
  helpful: number;
  harmful: number;
}
export interface InsightsLeftOut {
  skills: number;
  experiments: number;
  problem_rules: number;
}
export interface LearningFault {
  /**
   * `model` for the learning model, else the kind of the jobs that fail
   */
  kind: string;
  /**
   * The last error, redacted
   */
  message: string;
  /**
   * Failures since the last success
   */
  times: number;
  first_at: string;
  last_at: string;
}
export interface LearningCost {
  calls: number;
  input_tokens: number;
  output_tokens: number;
  /**
   * Tokens in and out
   */
  by_purpose: {
    [k: string]: number;
  };
}
export interface FailedJob {
  id: string;
  kind: 'reflect' | 'curate' | 'evolve' | 'embed' | 'reconcile' | 'hygiene' | 'deliver' | 'erase';
  /**
   * What the job is about, by the names of its kind
   */
  payload: {
    [k: string]: unknown;
  };
  attempts: number;
  /**
   * What went wrong the last time
   */
  lastError: string | null;
  failedAt: string;
}
export interface KeyIn {
  name: string;
  /**
   * learn, review, admin; none includes another. Anything else gives 400.
   *
   * @minItems 1
   * @maxItems 100
   */
  scopes?: string[];
  /**
   * The agents that it may act for; empty means all. Such a key reads shared skills too, cannot have the scope `admin`, and does not sign in to the dashboard.
   *
   * @maxItems 100
   */
  agents?: string[];
  /**
   * From this moment on the key is refused. Without one it lasts until it is revoked.
   */
  expires_at?: string | null;
}
export interface KeyCreated {
  id: string;
  name: string;
  scopes: ('learn' | 'review' | 'admin')[];
  /**
   * The agents that it is bound to; empty means all
   */
  agents: string[];
  /**
   * The raw key. It is not stored and cannot be shown again.
   */
  key: string;
  created_at: string;
  expires_at: string | null;
}
export interface ApiKey {
  id: string;
  name: string;
  scopes: ('learn' | 'review' | 'admin')[];
  /**
   * The agents that it is bound to; empty means all
   */
  agents: string[];
  created_by: string;
  created_by_name: string | null;
  created_at: string;
  /**
   * To the minute; null where it was never used
   */
  last_used_at: string | null;
  revoked_at: string | null;
  expires_at: string | null;
}
export interface SkillMeasurement {
  skill_id: string;
  /**
   * Of the sessions it is served in, those that go without it; null while it is not measured
   */
  share: number | null;
  /**
   * What came out so far; null where it never was measured
   */
  worth: SkillWorth | null;
}
export interface MemoryIn {
  /**
   * What to remember, in one statement
   */
  content: string;
  kind?: 'fact' | 'preference' | 'lesson';
  scope?: Scope;
  /**
   * Short for `scope.agent_id`
   */
  agent_id?: string;
  /**
   * Short for `scope.user_id`
   */
  user_id?: string | null;
}
export interface MemoryAdded {
  id: string;
  action: 'add' | 'update' | 'supersede' | 'noop';
  status: 'pending' | 'active' | 'superseded';
}
export interface MemoryBatchOut {
  results: (MemoryAdded | MemoryNotAdded)[];
}
export interface MemoryNotAdded {
  error: {
    status: number;
    detail: string;
  };
}
export interface MemorySearch {
  /**
   * The task at hand. Empty serves no skill and the newest memories.
   */
  query: string;
  /**
   * Default: as many as a recall serves
   */
  limit?: number | null;
  /**
   * Serve the memories that were active at this time
   */
  as_of?: string | null;
  scope?: Scope;
  /**
   * Short for `scope.agent_id`
   */
  agent_id?: string;
  /**
   * Short for `scope.user_id`
   */
  user_id?: string | null;
}
export interface FoundMemories {
  memories: MemoryRef[];
}
export interface MemoryRef {
  id: string;
  kind: 'fact' | 'preference' | 'lesson';
  content: string;
  score: number;
  valid_from: string;
}
export interface MemoryApproved {
  id: string;
  status: 'pending' | 'active' | 'superseded';
}
export interface LearningModel {
  /**
   * Null where no learning model is configured
   */
  model: string | null;
  /**
   * Without credentials; null for the default of OpenAI
   */
  base_url: string | null;
  /**
   * The configured reasoning effort; null where none is
   */
  effort: string | null;
  /**
   * What the endpoint understands
   */
  dialect: ModelDialect | null;
  /**
   * What the model fails with at present
   */
  fault: ModelFault | null;
  /**
   * Runs that wait for reflection, 101 if more than 100
   */
  waiting_runs: number;
  /**
   * Null where recall goes by words alone
   */
  embeddings: {
    url: string;
    model: string | null;
  } | null;
}
export interface ModelDialect {
  /**
   * How the form of an answer is asked for, the strictest first
   */
  form: 'json_schema' | 'json_object' | 'tool' | 'text';
  /**
   * Whether a reasoning effort is sent
   */
  effort: boolean;
  /**
   * How answers are bounded
   */
  bound: ('max_completion_tokens' | 'max_tokens') | null;
  /**
   * Whether instructions are sent in the system role
   */
  system: boolean;
  /**
   * Longest prompt and answer together in tokens; null where unknown
   */
  context: number | null;
  /**
   * Longest answer in tokens; null where unknown
   */
  max_answer: number | null;
  /**
   * When this was found out; null where it is assumed
   */
  since: string | null;
}
export interface ModelFault {
  /**
   * The last error, redacted
   */
  message: string;
  cause:
    | 'key'
    | 'model'
    | 'address'
    | 'unreachable'
    | 'rate'
    | 'quota'
    | 'context'
    | 'timeout'
    | 'refused'
    | 'unusable'
    | 'budget'
    | 'other';
  /**
   * What the error means
   */
  means: string;
  /**
   * Which setting helps; null where none does
   */
  set: string | null;
  /**
   * Failures since the last answer
   */
  times: number;
  since: string;
  last_at: string;
}
export interface ModelTest {
  /**
   * Whether the model found something to learn in a run that failed
   */
  learns: boolean;
  checks: ModelCheck[];
  dialect: ModelDialect | null;
  /**
   * Tokens of the answer to `reflect` by its time; null without an answer
   */
  tokens_per_second: number | null;
}
export interface ModelCheck {
  name: 'reflect' | 'judge_skill' | 'embeddings';
  ok: boolean;
  ms: number;
  /**
   * What came back, or the error in the words of the endpoint, redacted
   */
  detail: string;
  means: string | null;
  set: string | null;
}
export interface Policy {
  /**
   * 0 where the tenant never had values of its own
   */
  version: number;
  own: PolicyChanges;
  settings: PolicySettings;
  installation: PolicySettings;
  changed_by: string | null;
  changed_at: string | null;
}
export interface PolicyChanges {
  auto_approve_low_risk?: boolean;
  auto_approve_medium_risk?: boolean;
  auto_approve_min_eval_score?: number;
  min_sessions_for_auto_approve?: number;
  untrusted_needs_review?: boolean;
  recall_min_score?: number;
  recall_max_skills?: number;
  recall_max_memories?: number;
  canary_enabled?: boolean;
  canary_rule?: 'posterior' | 'calibrated';
  canary_floor?: number;
  canary_min_samples?: number;
  canary_threshold?: number;
  canary_max_samples?: number;
  canary_max_days?: number;
  holdout_rate?: number;
}
export interface PolicySettings {
  auto_approve_low_risk: boolean;
  auto_approve_medium_risk: boolean;
  auto_approve_min_eval_score: number;
  min_sessions_for_auto_approve: number;
  untrusted_needs_review: boolean;
  recall_min_score: number;
  recall_max_skills: number;
  recall_max_memories: number;
  canary_enabled: boolean;
  canary_rule: 'posterior' | 'calibrated';
  canary_floor: number;
  canary_min_samples: number;
  canary_threshold: number;
  canary_max_samples: number;
  canary_max_days: number;
  holdout_rate: number;
}
export interface PolicyIn {
  /**
   * All values of its own; what is null or left out is the installation’s
   */
  settings: {
    auto_approve_low_risk?: boolean | null;
    auto_approve_medium_risk?: boolean | null;
    auto_approve_min_eval_score?: number | null;
    min_sessions_for_auto_approve?: number | null;
    untrusted_needs_review?: boolean | null;
    recall_min_score?: number | null;
    recall_max_skills?: number | null;
    recall_max_memories?: number | null;
    canary_enabled?: boolean | null;
    canary_rule?: ('posterior' | 'calibrated') | null;
    canary_floor?: number | null;
    canary_min_samples?: number | null;
    canary_threshold?: number | null;
    canary_max_samples?: number | null;
    canary_max_days?: number | null;
    holdout_rate?: number | null;
  };
  /**
   * The version that was read; another one gives 409. Without it, whatever holds now is replaced
   */
  version?: number | null;
}
export interface PolicyVersion {
  version: number;
  own: PolicyChanges;
  changed_by: string;
  changed_at: string;
}
export interface ProfileCard {
  agent_id: string;
  user_id: string;
  profile: string | null;
  /**
   * Ids of the memories it is made of
   */
  sources: string[];
  updated_at: string | null;
}
export interface RecallRequest {
  /**
   * The task at hand. Empty serves no skill and the newest memories.
   */
  query?: string;
  session_id?: string | null;
  max_skills?: number | null;
  max_memories?: number | null;
  /**
   * Serve the memories that were active at this time
   */
  as_of?: string | null;
  include_profile?: boolean;
  /**
   * Skills that the agent has as files. One whose file holds the version that is served is only named in `instructions`; it stays in `skills` and counts as served. The holdout cannot keep a file away, so a run to which such a skill applied counts for no lift
   */
  skill_files?: SkillFile[] | null;
  /**
   * Leaves out of `instructions` what this session was served by its latest 10 recalls for this agent and has not changed since. It stays in the lists and counts as served. For agents that keep what they were given in their conversation. Without `session_id` it has no effect. Default: false
   */
  skip_served?: boolean | null;
  /**
   * With `skip_served`, the recalls of this session whose instructions still stand in the conversation: only what the latest 10 of these served is left out. Absent, all of the session count
   */
  skip_served_by?: string[] | null;
  moment?: MomentIn;
  scope?: Scope;
  /**
   * Short for `scope.agent_id`
   */
  agent_id?: string;
  /**
   * Short for `scope.user_id`
   */
  user_id?: string | null;
}
export interface SkillFile {
  id: string;
  /**
   * The version that the file holds; null where it was edited
   */
  version: number | null;
}
export interface MomentIn {
  /**
   * The recall whose `triggers` name a rule that may apply
   */
  recall_id: string;
  tool: MomentTool;
  /**
   * The error of the call before, where it failed
   */
  last_error?: string | null;
}
export interface MomentTool {
  name: string;
  arguments?:
    | (
        | {
            [k: string]: unknown;
          }
        | string
      )
    | null;
}
export interface RecallResponse {
  recall_id: string;
  /**
   * Markdown for the system prompt; empty when nothing applies
   */
  instructions: string;
  skills: SkillRef[];
  skill_index: SkillRef[];
  memories: MemoryRef[];
  profile: string | null;
  holdout: boolean;
  /**
   * Whether the recall was stored. False while the database takes no writes (its disk is full, or it is read-only): what is known is served all the same, and an episode that names this recall_id is credited to nothing
   */
  recorded: boolean;
  /**
   * How many skills were not ranked, because a namespace has more than 5,000: those changed last are. Absent where none was left out
   */
  skills_left_out?: number;
  /**
   * How much `skip_served` left out: rules, memories, names and the profile. Absent for none
   */
  served_before?: number;
  /**
   * Which of the served rules apply to calls of tools: ask with `moment` before those. Absent for none
   */
  triggers?: TriggerRef[];
  /**
   * Of a moment: its record; null where no rule applies, or it could not be stored
   */
  moment_id?: string | null;
}
export interface SkillRef {
  id: string;
  name: string;
  description: string;
  version: number;
  score: number;
  arm: string | null;
  bullets: BulletRef[] | null;
}
export interface BulletRef {
  id: string;
  section: string;
  content: string;
  /**
   * Of a moment: whether a person has to allow the call
   */
  blocks?: boolean;
}
export interface TriggerRef {
  rule_id: string;
  skill_id: string;
  /**
   * The calls of tools that the rule applies to: those that any of the conditions matches
   *
   * @minItems 1
   * @maxItems 5
   */
  applies_when: ConditionOutput[];
  blocks: boolean;
}
export interface RecallPreviewRequest {
  /**
   * The task at hand. Empty serves no skill and the newest memories.
   */
  query: string;
  max_skills?: number | null;
  max_memories?: number | null;
  /**
   * Serve the memories that were active at this time
   */
  as_of?: string | null;
  include_profile?: boolean;
  /**
   * A pending changeset: also shows what would be served once it is applied
   */
  changeset_id?: string | null;
  /**
   * Which arm of running canaries to show, since nothing is drawn
   */
  canary_arm?: 'incumbent' | 'candidate';
  /**
   * Also asks the learning model to do the task, with what is served and without
   */
  run?: boolean;
  scope?: Scope;
  /**
   * Short for `scope.agent_id`
   */
  agent_id?: string;
  /**
   * Short for `scope.user_id`
   */
  user_id?: string | null;
}
export interface RecallPreview {
  now: PreviewedRecall;
  /**
   * With the changeset applied; null where none was named. What it adds has ids of this reply only
   */
  with_change: PreviewedRecall | null;
  /**
   * A skill that scores below is not served
   */
  min_skill_score: number;
  /**
   * A memory that scores below is not served
   */
  min_memory_score: number;
  /**
   * What the learning model answers to the task; null without `run`. `with_knowledge` is given what is served, with the changeset applied where one was named; null where nothing is served
   */
  runs: {
    without_knowledge: ModelRun;
    with_knowledge: ModelRun | null;
  } | null;
}
export interface PreviewedRecall {
  /**
   * Markdown for the system prompt; empty when nothing applies
   */
  instructions: string;
  skills: SkillRef[];
  skill_index: SkillRef[];
  memories: MemoryRef[];
  profile: string | null;
  /**
   * How many skills were not ranked, because a namespace has more than 5,000: those changed last are. Absent where none was left out
   */
  skills_left_out?: number;
  considered_skills: RecalledSkill[];
  considered_memories: RecalledMemory[];
}
export interface RecalledSkill {
  id: string;
  name: string;
  version: number;
  score: number;
  /**
   * What the score is made of: figures by name, and the matched words with their weights
   */
  parts: {
    [k: string]: unknown;
  };
  served: boolean;
  arm: string | null;
  arm_probability: number | null;
  /**
   * With which it was to be held back to measure its lift; null where it could not be
   */
  holdback_probability: number | null;
  /**
   * served, file (the agent has it as a file, so it is only named), index (named only), holdout (would have been served), holdout_index (would have been named), held_back (would have been served) or below_minimum
   */
  reason: string;
  /**
   * Whether nothing of it stands in the instructions, because its session was served it before
   */
  skipped: boolean;
  /**
   * Ids of the rules that were left out of the instructions for the same reason
   */
  skipped_rules: string[];
}
export interface RecalledMemory {
  id: string;
  score: number;
  /**
   * What the score is made of: figures by name, and the matched words with their weights
   */
  parts: {
    [k: string]: unknown;
  };
  served: boolean;
  /**
   * served, newest (served for an empty query), beyond_limit or below_minimum
   */
  reason: string;
  /**
   * Left out of the instructions by `skip_served`
   */
  skipped?: boolean;
}
export interface ModelRun {
  answer: string;
  ms: number;
  input_tokens: number;
  output_tokens: number;
}
export interface RecallExplanation {
  recall_id: string;
  agent_id: string;
  user_id: string | null;
  session_id: string | null;
  query: string;
  holdout: boolean;
  created_at: string;
  skills: RecalledSkill[];
  memories: RecalledMemory[];
  /**
   * As it stands in the instructions; null where it does not
   */
  profile: string | null;
  /**
   * What was shown before calls of tools, at most the first 200
   */
  moments: RecalledMoment[];
}
export interface RecalledMoment {
  moment_id: string;
  tool: string;
  /**
   * Ids of the rules that applied
   */
  rules: string[];
  created_at: string;
}
export interface SkillIn {
  /**
   * The agent that the skill belongs to; `*` is the namespace that all agents of the tenant read
   */
  agent_id?: string;
  name: string;
  description: string;
  /**
   * The rules. Absent together with `body`: replacing keeps the rules. An empty array empties them
   */
  bullets?: BulletIn[] | null;
  /**
   * The body of a SKILL.md, read as an import reads it. With `bullets` too, those come first
   */
  body?: string | null;
  /**
   * Absent: replacing keeps the tags
   */
  tags?: string[];
}
export interface SkillWritten {
  /**
   * null while the changeset is pending
   */
  skill_id: string | null;
  name: string;
  /**
   * null while the changeset is pending
   */
  version: number | null;
  /**
   * null where the skill already is as it was sent
   */
  changeset_id: string | null;
  /**
   * `applied`, or `pending` where the safety scan held it
   */
  status: 'pending' | 'approved' | 'canary' | 'applied' | 'rejected' | 'failed';
  /**
   * `secret:…`, `injection:…` and `size:…` hold the change, `lint:…` is advice, such as `lint:missing-file:<path>` for a file that the document refers to and that an import does not bring
   */
  safety_findings: string[];
  /**
   * How an imported document was changed, such as a name that was made valid; a sentence each
   */
  changes: string[];
  /**
   * Why the change is held; absent where it is not
   */
  reason?: string;
}
export interface Skill {
  id: string;
  agent_id: string;
  name: string;
  description: string;
  version: number;
  status: 'active' | 'stale' | 'archived' | 'deprecated';
  /**
   * Exempt from becoming stale or archived
   */
  pinned: boolean;
  tags: string[];
  /**
   * Recorded episodes whose recall served the skill
   */
  uses: number;
  /**
   * Mean reward of those episodes, weighted by its strength; null without evidence
   */
  success_rate: number | null;
  bullets: Bullet[];
  created_at: string;
  updated_at: string;
}
export interface Bullet {
  id: string;
  section: 'steps' | 'pitfalls' | 'heuristics' | 'verification' | 'snippets' | 'notes';
  content: string;
  /**
   * The problem that the rule answers; empty where none was named
   */
  issue: string;
  keywords: string[];
  helpful: number;
  harmful: number;
  neutral: number;
  /**
   * Recorded episodes whose recall served the rule
   */
  used: number;
  /**
   * Runs that followed the rule where it was shown before a call
   */
  followed?: number;
  /**
   * Runs that did not
   */
  broken?: number;
  /**
   * Of the runs that followed it, those that failed
   */
  followed_failed?: number;
  status: 'active' | 'removed';
  /**
   * Episodes that taught the rule
   */
  sources: string[];
  /**
   * The calls of tools that the rule applies to: those that any of the conditions matches
   *
   * @minItems 1
   * @maxItems 5
   */
  applies_when?: ConditionOutput[];
  /**
   * Whether a person has to allow such a call. Only reviewers may set it
   */
  blocks?: boolean;
}
export interface SkillImport {
  /**
   * The agent that the skill belongs to; `*` is the namespace that all agents of the tenant read
   */
  agent_id?: string;
  /**
   * Front matter with `name` and `description`, then rules
   */
  markdown: string;
  /**
   * Where the document comes from, for the reviewer: its file, its commit, its author
   */
  rationale?: string;
}
export interface SkillVersion {
  version: number;
  /**
   * The changeset's source, or `rollback:v<N>`
   */
  source: string;
  /**
   * null for a rollback
   */
  changeset_id: string | null;
  /**
   * Who proposed the change or rolled back
   */
  created_by: string;
  created_at: string;
  description: string;
  tags: string[];
  /**
   * The rules that were active
   */
  bullets: SkillVersionBullet[];
}
export interface SkillVersionBullet {
  id: string;
  section: 'steps' | 'pitfalls' | 'heuristics' | 'verification' | 'snippets' | 'notes';
  content: string;
  /**
   * The problem that the rule answers; empty where none was named
   */
  issue: string;
  keywords: string[];
  /**
   * The calls of tools that the rule applies to: those that any of the conditions matches
   *
   * @minItems 1
   * @maxItems 5
   */
  applies_when?: ConditionOutput[];
  /**
   * Whether a person has to allow such a call. Only reviewers may set it
   */
  blocks?: boolean;
}
export interface SkillRolledBack {
  skill_id: string;
  version: number;
}
export interface SkillPinned {
  skill_id: string;
  pinned: boolean;
}
export interface SkillEvolution {
  skill_id: string;
  status: 'queued' | 'skipped';
  reason?: string;
}
export interface Status {
  tenant: string;
  /**
   * As the audit log names who uses this credential
   */
  actor: string;
  scopes: ('learn' | 'review' | 'admin')[];
  /**
   * null where nothing is learned automatically
   */
  learning_model: string | null;
  /**
   * Changesets that wait for review, 10,001 if more than 10,000; null without the scope `review`
   */
  pending_changesets: number | null;
  /**
   * Memories that wait for review, 10,001 if more than 10,000; null without the scope `review`
   */
  pending_memories: number | null;
  /**
   * Canaries that run, 10,001 if more than 10,000; null without the scope `review`
   */
  running_canaries: number | null;
  /**
   * The last UTC day on which the learning model was called for this tenant
   */
  last_learning_day: string | null;
  /**
   * The latest changeset that was learned; null without one, or without the scope `review`
   */
  last_learned: {
    id: string;
    agent_id: string;
    status: 'pending' | 'approved' | 'canary' | 'applied' | 'rejected' | 'failed';
    created_at: string;
  } | null;
}
export interface Tenant {
  tenant: string;
  /**
   * Agents that have recorded episodes
   */
  agents: number;
  /**
   * Episodes ever recorded, those too that were purged since
   */
  episodes: number;
  episodes_today: number;
  memories: number;
  skills: number;
  /**
   * Keys that are not revoked
   */
  api_keys: number;
  tokens_today: number;
  quota: TenantQuota;
  /**
   * A job is removing its rows
   */
  deleting: boolean;
}
export interface TenantQuota {
  /**
   * Episodes recorded per UTC day; null is no limit
   */
  episodes_per_day: number | null;
  /**
   * Memories that are active or pending; null is no limit
   */
  memories: number | null;
  /**
   * Skills that are not archived; null is no limit
   */
  skills: number | null;
  /**
   * Tokens of the learning model per UTC day; null is no limit
   */
  tokens_per_day: number | null;
}
export interface TenantDeletion {
  tenant: string;
  deleting: boolean;
}
export interface ExportTraceServiceRequest {
  resourceSpans?:
    | {
        resource?: unknown;
        scopeSpans?:
          | {
              scope?: unknown;
              spans?: {}[] | null;
            }[]
          | null;
      }[]
    | null;
}
export interface ExportTraceServiceResponse {
  /**
   * The spans that no episode was made of, and why; empty where there are none
   */
  partialSuccess: {
    rejectedSpans?: number;
    errorMessage?: string;
  };
  /**
   * Episodes that are new
   */
  accepted: number;
  /**
   * Runs that an episode was made of before, whether or not this completed it
   */
  duplicates: number;
  episodes: TracedEpisode[];
}
export interface TracedEpisode {
  episode_id: string;
  trace_id: string;
  duplicate: boolean;
}
export interface ExportLogsServiceRequest {
  resourceLogs?:
    | {
        resource?: unknown;
        scopeLogs?:
          | {
              scope?: unknown;
              logRecords?: unknown[] | null;
            }[]
          | null;
      }[]
    | null;
}
export interface ExportLogsServiceResponse {
  /**
   * The records without messages of a run, which are not kept
   */
  partialSuccess: {
    rejectedLogRecords?: number;
    errorMessage?: string;
  };
  /**
   * Episodes that are new
   */
  accepted: number;
  /**
   * Runs that an episode was made of before, whether or not this completed it
   */
  duplicates: number;
  episodes: TracedEpisode[];
}
export interface UsageRow {
  /**
   * UTC day
   */
  day: string;
  purpose: string;
  calls: number;
  /**
   * uncached, cache-write and cache-read tokens
   */
  input_tokens: number;
  output_tokens: number;
}
export interface Webhook {
  id: string;
  url: string;
  form: 'json' | 'text';
  events: (
    | 'changeset.pending'
    | 'changeset.applied'
    | 'changeset.failed'
    | 'canary.started'
    | 'canary.promoted'
    | 'canary.rejected'
    | 'canary.expired'
    | 'memory.pending'
    | 'key.created'
  )[];
  /**
   * `paused`: it failed for three days, or answered 410. A test that arrives turns it on again
   */
  status: 'on' | 'paused';
  created_by: string;
  created_at: string;
  last_success_at: string | null;
  /**
   * The first failure since the last success
   */
  failing_since: string | null;
  last_error: string | null;
}
export interface WebhookIn {
  /**
   * Where events are sent, by POST
   */
  url: string;
  /**
   * @minItems 1
   * @maxItems 100
   */
  events: (
    | 'changeset.pending'
    | 'changeset.applied'
    | 'changeset.failed'
    | 'canary.started'
    | 'canary.promoted'
    | 'canary.rejected'
    | 'canary.expired'
    | 'memory.pending'
    | 'key.created'
  )[];
  /**
   * `text` is `{"text": …}`, which the incoming webhooks of Slack, Mattermost and others take
   */
  form?: 'json' | 'text';
}
export interface WebhookCreated {
  id: string;
  url: string;
  form: 'json' | 'text';
  events: (
    | 'changeset.pending'
    | 'changeset.applied'
    | 'changeset.failed'
    | 'canary.started'
    | 'canary.promoted'
    | 'canary.rejected'
    | 'canary.expired'
    | 'memory.pending'
    | 'key.created'
  )[];
  /**
   * `paused`: it failed for three days, or answered 410. A test that arrives turns it on again
   */
  status: 'on' | 'paused';
  created_by: string;
  created_at: string;
  last_success_at: string | null;
  /**
   * The first failure since the last success
   */
  failing_since: string | null;
  last_error: string | null;
  /**
   * `whsec_` and 32 bytes in base64. It is shown this once and cannot be read again
   */
  secret: string;
}
export interface WebhookDelivery {
  /**
   * The `webhook-id` that the receiver gets, the same at each attempt
   */
  id: string;
  /**
   * The event, or `webhook.test`
   */
  event: string;
  /**
   * `undelivered`: given up, it can be sent again
   */
  status: 'pending' | 'delivered' | 'undelivered';
  attempts: number;
  created_at: string;
  last_attempt_at: string | null;
  next_attempt_at: string | null;
  response_status: number | null;
  /**
   * The first 2 kB of the last answer
   */
  response: string | null;
  /**
   * Why the last attempt failed
   */
  error: string | null;
  /**
   * The event as JSON
   */
  payload: string;
}
export interface HTTPError {
  detail: string;
}
export interface HTTPValidationError {
  detail: {
    loc: (string | number)[];
    msg: string;
    type: string;
    ctx?: {
      [k: string]: unknown;
    };
    input?: unknown;
  }[];
}

/** Where each operation lives, and the form of what it gives back. */
export const OPERATIONS = {
  exportEpisodes: { method: 'GET', path: '/v1/agents/{agent_id}/export', gives: 'text' },
  reflect: { method: 'POST', path: '/v1/agents/{agent_id}/reflect', gives: 'json' },
  readSources: { method: 'GET', path: '/v1/agents/{agent_id}/sources', gives: 'json' },
  changeSources: { method: 'PUT', path: '/v1/agents/{agent_id}/sources', gives: 'json' },
  curate: { method: 'POST', path: '/v1/agents/{agent_id}/curate', gives: 'json' },
  replay: { method: 'POST', path: '/v1/agents/{agent_id}/replay', gives: 'json' },
  ask: { method: 'POST', path: '/v1/ask', gives: 'json' },
  listAudit: { method: 'GET', path: '/v1/admin/audit', gives: 'json' },
  listChangesets: { method: 'GET', path: '/v1/changesets', gives: 'json' },
  getChangeset: { method: 'GET', path: '/v1/changesets/{cs_id}', gives: 'json' },
  reviewChangeset: { method: 'POST', path: '/v1/changesets/{cs_id}/review', gives: 'json' },
  commentChangeset: { method: 'POST', path: '/v1/changesets/{cs_id}/comment', gives: 'json' },
  amendChangeset: { method: 'POST', path: '/v1/changesets/{cs_id}/amend', gives: 'json' },
  recordEpisode: { method: 'POST', path: '/v1/episodes', gives: 'json' },
  listEpisodes: { method: 'GET', path: '/v1/episodes', gives: 'json' },
  recordEpisodeBatch: { method: 'POST', path: '/v1/episodes:batch', gives: 'json' },
  latestEpisode: { method: 'GET', path: '/v1/episodes/latest', gives: 'json' },
  getEpisode: { method: 'GET', path: '/v1/episodes/{episode_id}', gives: 'json' },
  reportUnreadTranscript: { method: 'POST', path: '/v1/unread-transcripts', gives: 'nothing' },
  eraseUser: { method: 'DELETE', path: '/v1/admin/users/{user_id}', gives: 'json' },
  giveFeedback: { method: 'POST', path: '/v1/feedback', gives: 'json' },
  listMemorySuggestions: { method: 'GET', path: '/v1/memories/hygiene', gives: 'json' },
  applyMemorySuggestions: { method: 'POST', path: '/v1/memories/hygiene:apply', gives: 'json' },
  restoreMemory: { method: 'POST', path: '/v1/memories/{memory_id}/restore', gives: 'json' },
  readInsights: { method: 'GET', path: '/v1/agents/{agent_id}/insights', gives: 'json' },
  listJobs: { method: 'GET', path: '/v1/jobs', gives: 'json' },
  retryJob: { method: 'POST', path: '/v1/jobs/{job_id}/retry', gives: 'json' },
  createKey: { method: 'POST', path: '/v1/admin/api-keys', gives: 'json' },
  listKeys: { method: 'GET', path: '/v1/admin/api-keys', gives: 'json' },
  bindKey: { method: 'PUT', path: '/v1/admin/api-keys/{key_id}/agents', gives: 'nothing' },
  revokeKey: { method: 'DELETE', path: '/v1/admin/api-keys/{key_id}', gives: 'nothing' },
  readMeasurement: { method: 'GET', path: '/v1/skills/{skill_id}/measurement', gives: 'json' },
  setMeasurement: { method: 'PUT', path: '/v1/skills/{skill_id}/measurement', gives: 'json' },
  addMemory: { method: 'POST', path: '/v1/memories', gives: 'json' },
  listMemories: { method: 'GET', path: '/v1/memories', gives: 'json' },
  addMemoryBatch: { method: 'POST', path: '/v1/memories:batch', gives: 'json' },
  searchMemories: { method: 'POST', path: '/v1/memories:search', gives: 'json' },
  approveMemory: { method: 'POST', path: '/v1/memories/{memory_id}/approve', gives: 'json' },
  deleteMemory: { method: 'DELETE', path: '/v1/memories/{memory_id}', gives: 'nothing' },
  readModel: { method: 'GET', path: '/v1/admin/model', gives: 'json' },
  testModel: { method: 'POST', path: '/v1/admin/model:test', gives: 'json' },
  readPolicy: { method: 'GET', path: '/v1/admin/policy', gives: 'json' },
  changePolicy: { method: 'PUT', path: '/v1/admin/policy', gives: 'json' },
  listPolicyVersions: { method: 'GET', path: '/v1/admin/policy/history', gives: 'json' },
  getProfile: { method: 'GET', path: '/v1/profiles/{agent_id}/{user_id}', gives: 'json' },
  recall: { method: 'POST', path: '/v1/recall', gives: 'json' },
  previewRecall: { method: 'POST', path: '/v1/recall:preview', gives: 'json' },
  explainRecall: { method: 'GET', path: '/v1/recalls/{recall_id}', gives: 'json' },
  authorSkill: { method: 'POST', path: '/v1/skills', gives: 'json' },
  listSkills: { method: 'GET', path: '/v1/skills', gives: 'json' },
  importSkill: { method: 'POST', path: '/v1/skills/import', gives: 'json' },
  getSkill: { method: 'GET', path: '/v1/skills/{ref}', gives: 'json' },
  exportSkill: { method: 'GET', path: '/v1/skills/{ref}/SKILL.md', gives: 'text' },
  listVersions: { method: 'GET', path: '/v1/skills/{ref}/versions', gives: 'json' },
  rollbackSkill: { method: 'POST', path: '/v1/skills/{skill_id}/rollback', gives: 'json' },
  pinSkill: { method: 'POST', path: '/v1/skills/{skill_id}/pin', gives: 'json' },
  evolveSkill: { method: 'POST', path: '/v1/skills/{skill_id}/evolve', gives: 'json' },
  readStatus: { method: 'GET', path: '/v1/status', gives: 'json' },
  listTenants: { method: 'GET', path: '/v1/admin/tenants', gives: 'json' },
  setTenantQuota: { method: 'PUT', path: '/v1/admin/tenants/{tenant}/quota', gives: 'json' },
  deleteTenant: { method: 'DELETE', path: '/v1/admin/tenants/{tenant}', gives: 'json' },
  exportTenant: { method: 'GET', path: '/v1/admin/tenants/{tenant}/export', gives: 'text' },
  ingestTraces: { method: 'POST', path: '/v1/traces', gives: 'json' },
  ingestExportedTraces: { method: 'POST', path: '/otlp/v1/traces', gives: 'json' },
  ingestProtobufTraces: { method: 'POST', path: '/otlp/protobuf/v1/traces', gives: 'json' },
  ingestLogs: { method: 'POST', path: '/v1/logs', gives: 'json' },
  listUsage: { method: 'GET', path: '/v1/admin/usage', gives: 'json' },
  listWebhooks: { method: 'GET', path: '/v1/admin/webhooks', gives: 'json' },
  createWebhook: { method: 'POST', path: '/v1/admin/webhooks', gives: 'json' },
  deleteWebhook: { method: 'DELETE', path: '/v1/admin/webhooks/{webhook_id}', gives: 'nothing' },
  testWebhook: { method: 'POST', path: '/v1/admin/webhooks/{webhook_id}/test', gives: 'json' },
  listWebhookDeliveries: { method: 'GET', path: '/v1/admin/webhooks/{webhook_id}/deliveries', gives: 'json' },
  redeliver: { method: 'POST', path: '/v1/admin/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', gives: 'json' },
} as const;
