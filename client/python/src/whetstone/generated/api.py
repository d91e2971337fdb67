"""What the gateway takes and gives, and where its operations are.

Generated from the gateway's OpenAPI document by scripts/generate-python-client.mjs; do not edit.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypedDict


class Scope(TypedDict, total=False):
    agent_id: str
    user_id: str | None


class _BulletIn(TypedDict):
    content: str


class BulletIn(_BulletIn, total=False):
    issue: str
    keywords: list[str]
    section: Literal["steps", "pitfalls", "heuristics", "verification", "snippets", "notes"]
    #: The calls of tools that the rule applies to: those that any of the conditions matches
    applies_when: list[Condition]
    #: Whether a person has to allow such a call. Only reviewers may set it
    blocks: bool


#: An argument by its value
class ConditionArgument(TypedDict):
    name: str
    value: str


#: All of its fields must match. They are globs: `*` stands for any characters, `?` for one; in
#: `path` both end at a slash, `**` does not
class Condition(TypedDict, total=False):
    #: The tool's name
    tool: str
    #: A file that the arguments name: `migrations/**`
    path: str
    #: The command from its beginning: `git push*`
    command: str
    #: An argument by its value
    argument: ConditionArgument
    #: A part of the error that was seen last
    error: str


class _MessageIn(TypedDict):
    role: str


class MessageIn(_MessageIn, total=False):
    #: A text, or parts: texts are joined by lines, `tool_use` and `tool_result` (Anthropic) become
    #: tool calls, and of every other part its kind is kept, as `[image]`. null or absent beside
    #: `tool_calls`
    content: str | list[str | dict[str, Any]] | None
    #: The calls of an assistant as OpenAI has them. They become tool calls of the episode
    tool_calls: list[dict[str, Any]] | None
    #: The call that a message of the role `tool` answers
    tool_call_id: str | None
    #: Whether the call that it answers failed
    is_error: bool | None
    #: Set by who knows that the text comes from outside: what is learned from it waits for a person
    source: Literal["untrusted"] | None


class _ToolCall(TypedDict):
    name: str


class ToolCall(_ToolCall, total=False):
    arguments: dict[str, Any] | str | None
    result: str | None
    error: str | None
    #: Set by who knows that the text comes from outside: what is learned from it waits for a person
    source: Literal["untrusted"] | None


Outcome = Literal["success", "failure", "partial", "unknown"]


class _Verification(TypedDict):
    passed: bool


class Verification(_Verification, total=False):
    details: str | None
    source: str


class EpisodeIn(TypedDict, total=False):
    #: Recording again for the same agent with the same key answers with the first episode. Empty
    #: means none
    idempotency_key: str | None
    session_id: str | None
    #: The recall that served this run: what it served is credited, once, by the first run of the
    #: same agent and session. An unknown one credits nothing
    recall_id: str | None
    task: str | None
    messages: list[MessageIn]
    #: The calls of the run. One that the messages show too counts once
    tool_calls: list[ToolCall]
    outcome: Outcome
    verification: Verification | None
    #: How well the run went, 0 to 1. It counts as feedback does (`reward_source` is `reported`); a
    #: verification and feedback outrank it
    reward: float | None
    error: str | None
    duration_ms: int | None
    framework: str | None
    #: The model that answered last. Where it is left out, `metadata.model` is taken
    model: str | None
    #: Names or ids of skills that the run loaded itself. Without a recall they count as used, and
    #: the reward is no evidence of them. Unknown ones are kept
    skills_loaded: list[str]
    #: Stored as sent, not redacted. `usage` is the place for the tokens of the run (`{input_tokens,
    #: output_tokens}`), which canaries compare
    metadata: dict[str, Any]
    scope: Scope
    #: Short for `scope.agent_id`
    agent_id: str
    #: Short for `scope.user_id`
    user_id: str | None


class _CleanupDecision(TypedDict):
    id: str
    action: Literal["merge", "keep"]


class CleanupDecision(_CleanupDecision, total=False):
    #: The digest as listed. If the memories have changed since, nothing is done (409)
    digest: str | None


class _MemoryIn(TypedDict):
    #: What to remember, in one statement
    content: str


class MemoryIn(_MemoryIn, total=False):
    kind: Literal["fact", "preference", "lesson"]
    scope: Scope
    #: Short for `scope.agent_id`
    agent_id: str
    #: Short for `scope.user_id`
    user_id: str | None


class SkillFile(TypedDict):
    id: str
    #: The version that the file holds; null where it was edited
    version: int | None


class _MomentIn(TypedDict):
    #: The recall whose `triggers` name a rule that may apply
    recall_id: str
    tool: MomentTool


class MomentIn(_MomentIn, total=False):
    #: The error of the call before, where it failed
    last_error: str | None


class _MomentTool(TypedDict):
    name: str


class MomentTool(_MomentTool, total=False):
    arguments: dict[str, Any] | str | None


class ExportTraceServiceRequestResourceSpansItemScopeSpansItem(TypedDict, total=False):
    scope: Any
    spans: list[dict[str, Any]] | None


class ExportTraceServiceRequestResourceSpansItem(TypedDict, total=False):
    resource: Any
    scopeSpans: list[ExportTraceServiceRequestResourceSpansItemScopeSpansItem] | None


class ExportTraceServiceRequest(TypedDict, total=False):
    resourceSpans: list[ExportTraceServiceRequestResourceSpansItem] | None


class ExportLogsServiceRequestResourceLogsItemScopeLogsItem(TypedDict, total=False):
    scope: Any
    logRecords: list[Any] | None


class ExportLogsServiceRequestResourceLogsItem(TypedDict, total=False):
    resource: Any
    scopeLogs: list[ExportLogsServiceRequestResourceLogsItemScopeLogsItem] | None


class ExportLogsServiceRequest(TypedDict, total=False):
    resourceLogs: list[ExportLogsServiceRequestResourceLogsItem] | None


class _ReflectOut(TypedDict):
    status: Literal["queued", "skipped"]
    kind: Literal["reflect"]


class ReflectOut(_ReflectOut, total=False):
    #: Why nothing was queued
    reason: str


class AgentSourcesToolsItem(TypedDict):
    name: str
    #: Runs that called it and were reflected on
    runs: int
    #: By the lists, else by the defaults
    trusted: bool
    #: `setting`: the policy of the tenant, for every tool that no list has
    decided_by: Literal["setting", "list", "default"]
    #: The pattern that matched its name, null where none did
    pattern: str | None


class AgentSources(TypedDict):
    #: Names of tools, or patterns with `*` (any characters), in any case: policy may approve what
    #: their text teaches
    trusted: list[str]
    #: Names of tools, or patterns with `*` (any characters), in any case: what their text teaches
    #: waits for a person; these count before `trusted`
    untrusted: list[str]
    #: Words of names by which a tool that no list has is taken to answer with text from outside
    defaults: list[str]
    #: The tools that the agent called, those of most runs first
    tools: list[AgentSourcesToolsItem]


class CurateOut(TypedDict):
    status: Literal["queued"]
    kind: Literal["curate"]


class _ReplayOut(TypedDict):
    status: Literal["queued", "skipped"]
    #: How many were queued again
    episodes: int


class ReplayOut(_ReplayOut, total=False):
    #: Why nothing was queued
    reason: str


class AskOut(TypedDict):
    answer: str
    #: Ids of the skills, rules and memories that the answer rests on, and `profile` for what is
    #: known about the user. Empty where nothing is known that answers the question
    evidence: list[str]


class AuditEntry(TypedDict):
    id: str
    actor: str
    action: str
    resource: str
    details: dict[str, Any]
    at: str


class _ChangesetOpsItem(TypedDict):
    op: Literal["create_skill"]
    name: str
    description: str
    tags: list[str]
    bullets: list[BulletInOutput]


class ChangesetOpsItem(_ChangesetOpsItem, total=False):
    #: Fields of an imported SKILL.md that the service does not use, kept for the next export
    front_matter: dict[str, Any]
    #: One sentence: why
    reason: str | None


class _ChangesetOpsItem2(TypedDict):
    op: Literal["add"]
    #: The skill's name or id
    skill: str
    section: Literal["steps", "pitfalls", "heuristics", "verification", "snippets", "notes"]
    content: str
    issue: str
    keywords: list[str]


class ChangesetOpsItem2(_ChangesetOpsItem2, total=False):
    #: The calls of tools that the rule applies to: those that any of the conditions matches
    applies_when: list[ConditionOutput]
    #: Whether a person has to allow such a call. Only reviewers may set it
    blocks: bool
    #: The rule's place among the skill's active rules after the whole change
    position: int
    #: One sentence: why
    reason: str | None


class _ChangesetOpsItem3(TypedDict):
    op: Literal["update"]
    #: The skill's name or id
    skill: str
    #: A rule's id
    bullet: str


class ChangesetOpsItem3(_ChangesetOpsItem3, total=False):
    section: Literal["steps", "pitfalls", "heuristics", "verification", "snippets", "notes"] | None
    content: str | None
    issue: str | None
    keywords: list[str] | None
    #: Absent: unchanged; null takes the conditions away
    applies_when: list[ConditionOutput] | None
    blocks: bool | None
    #: The rule's place among the skill's active rules after the whole change
    position: int
    #: One sentence: why
    reason: str | None


class _ChangesetOpsItem4(TypedDict):
    op: Literal["remove"]
    #: The skill's name or id
    skill: str
    #: A rule's id
    bullet: str


class ChangesetOpsItem4(_ChangesetOpsItem4, total=False):
    #: The rule of the same skill that says it instead
    merged_into: str | None
    #: One sentence: why
    reason: str | None


class _ChangesetOpsItem5(TypedDict):
    op: Literal["set_description"]
    #: The skill's name or id
    skill: str
    description: str


class ChangesetOpsItem5(_ChangesetOpsItem5, total=False):
    tags: list[str]
    #: Fields of an imported SKILL.md that the service does not use, kept for the next export
    front_matter: dict[str, Any]
    #: One sentence: why
    reason: str | None


class Changeset(TypedDict):
    id: str
    agent_id: str
    status: Literal["pending", "approved", "canary", "applied", "rejected", "failed"]
    ops: list[ChangesetOpsItem | ChangesetOpsItem2 | ChangesetOpsItem3 | ChangesetOpsItem4 | ChangesetOpsItem5]
    #: What was proposed, where a reviewer amended it; else null
    original_ops: list[ChangesetOpsItem | ChangesetOpsItem2 | ChangesetOpsItem3 | ChangesetOpsItem4 | ChangesetOpsItem5] | None
    rationale: str
    source: Literal["reflection", "evolution", "curation", "api", "import"]
    risk: Literal["low", "medium", "high"]
    eval_score: float | None
    baseline_score: float | None
    #: `secret:…`, `injection:…` and `size:…` hold the change, `lint:…` is advice
    safety_findings: list[str]
    #: The untrusted sources whose texts the model was shown; empty where it was shown none
    sources: list[UntrustedSource]
    #: Why these sources need a person, a line for each; empty where policy could approve it
    because: list[str]
    #: The episodes that it was learned from
    episode_ids: list[str]
    #: What it rests on; null where no runs taught it, and for changes of earlier versions
    support: ChangesetSupport | None
    #: Skill id to the version that was proposed against
    base_versions: dict[str, int]
    #: Skill id to the new version; null unless applied
    applied_versions: dict[str, int] | None
    reviewer: str | None
    review_comment: str | None
    #: Why it was rejected, or why it failed
    rejection_reason: str | None
    created_at: str


class UntrustedSource(TypedDict):
    #: `tool`: what a tool answered; `user`: what a user said; `marked`: what the adapter marked
    kind: Literal["tool", "user", "marked"]
    #: The tool's name, the user's id, or the role of the marked message
    name: str
    #: Runs whose texts from it the model was shown
    runs: int


#: The signal that rated the runs
class ChangesetSupportDecidedBy(TypedDict):
    verification: int
    feedback: int
    outcome: int
    judge: int


class ChangesetSupport(TypedDict):
    runs: int
    #: Sessions of these runs; all runs without one count as one session
    sessions: int
    #: Users of these runs; runs without a user count as none
    users: int
    #: Sessions that policy counts: one for each user, and of the operation that fewest runs taught
    independent_sessions: int
    #: The signal that rated the runs
    decided_by: ChangesetSupportDecidedBy


class ShownChangeset(TypedDict):
    id: str
    agent_id: str
    status: Literal["pending", "approved", "canary", "applied", "rejected", "failed"]
    ops: list[ChangesetOpsItem | ChangesetOpsItem2 | ChangesetOpsItem3 | ChangesetOpsItem4 | ChangesetOpsItem5]
    #: What was proposed, where a reviewer amended it; else null
    original_ops: list[ChangesetOpsItem | ChangesetOpsItem2 | ChangesetOpsItem3 | ChangesetOpsItem4 | ChangesetOpsItem5] | None
    rationale: str
    source: Literal["reflection", "evolution", "curation", "api", "import"]
    risk: Literal["low", "medium", "high"]
    eval_score: float | None
    baseline_score: float | None
    #: `secret:…`, `injection:…` and `size:…` hold the change, `lint:…` is advice
    safety_findings: list[str]
    #: The untrusted sources whose texts the model was shown; empty where it was shown none
    sources: list[UntrustedSource]
    #: Why these sources need a person, a line for each; empty where policy could approve it
    because: list[str]
    #: The episodes that it was learned from
    episode_ids: list[str]
    #: What it rests on; null where no runs taught it, and for changes of earlier versions
    support: ChangesetSupport | None
    #: Skill id to the version that was proposed against
    base_versions: dict[str, int]
    #: Skill id to the new version; null unless applied
    applied_versions: dict[str, int] | None
    reviewer: str | None
    review_comment: str | None
    #: Why it was rejected, or why it failed
    rejection_reason: str | None
    created_at: str
    #: Stands for the operations, the findings and the versions (base and current) of what is shown
    #: here; send it as `expect` with a review or an amendment
    digest: str


class ReviewResult(TypedDict):
    id: str
    status: Literal["pending", "approved", "canary", "applied", "rejected", "failed"]
    #: Skill id to the new version; null unless applied
    applied_versions: dict[str, int] | None
    #: Why it was rejected or why it failed, else null
    reason: str | None


class CommentResult(TypedDict):
    id: str


class EpisodeOut(TypedDict):
    episode_id: str
    #: Whether this episode triggers reflection; false for one that was recorded before
    reflection_scheduled: bool
    #: Whether its idempotency key was taken, so that nothing was stored. The id is that of the
    #: first episode
    duplicate: bool


class ListedEpisode(TypedDict):
    episode_id: str
    agent_id: str
    user_id: str | None
    session_id: str | None
    recall_id: str | None
    task: str | None
    outcome: Outcome
    #: null while the run has no outcome, verification, feedback or judgement
    reward: float | None
    #: How much the reward counts as evidence
    reward_strength: float | None
    reward_source: Literal["verification", "feedback", "reported", "outcome", "judge"] | None
    #: Whether its recall credits it, which makes its reward evidence; false without a recall that
    #: is known
    credited: bool
    #: Why the recall that it names does not credit it; null where it does, and where none is known
    credit_reason: Literal["already_credited", "other_agent", "other_session", "too_old"] | None
    #: The holdout draw of its recall; null without one
    holdout: bool | None
    reflected: bool
    framework: str | None
    model: str | None
    duration_ms: int | None
    created_at: str


class EpisodeBatchOut(TypedDict):
    #: Episodes that are new
    accepted: int
    #: Episodes whose idempotency key was taken, also by one before in this batch
    duplicates: int
    #: In the order of the batch
    episodes: list[EpisodeOut]


class EpisodeReflection(TypedDict):
    #: Answers that could not be used; after three it is put aside
    attempts: int
    last_error: str
    #: When it is tried again, or as soon as the model answers; null where it is put aside until a
    #: replay
    next_at: str | None


class Episode(TypedDict):
    episode_id: str
    agent_id: str
    user_id: str | None
    session_id: str | None
    recall_id: str | None
    task: str | None
    messages: list[Message]
    tool_calls: list[ToolCallOutput]
    outcome: Outcome
    verification: EpisodeVerification | None
    error: str | None
    duration_ms: int | None
    framework: str | None
    model: str | None
    skills_loaded: list[str]
    metadata: dict[str, Any]
    #: null while the run has no outcome, verification, feedback or judgement
    reward: float | None
    #: How much the reward counts as evidence
    reward_strength: float | None
    reward_source: Literal["verification", "feedback", "reported", "outcome", "judge"] | None
    #: Whether its recall credits it, which makes its reward evidence; false without a recall that
    #: is known
    credited: bool
    #: Why the recall that it names does not credit it; null where it does, and where none is known
    credit_reason: Literal["already_credited", "other_agent", "other_session", "too_old"] | None
    #: The holdout draw of its recall; null without one
    holdout: bool | None
    reflected: bool
    #: Why reflection on it has failed so far; null where it has not, and once it has succeeded
    reflection: EpisodeReflection | None
    created_at: str


class _Message(TypedDict):
    role: str
    content: str


class Message(_Message, total=False):
    #: Set by who knows that the text comes from outside: what is learned from it waits for a person
    source: Literal["untrusted"] | None


class EpisodeVerification(TypedDict):
    passed: bool
    details: str | None
    source: str


class ErasureCounts(TypedDict):
    #: all versions, also closed and pending ones
    memories: int
    #: what says that memories rest on the user’s runs; a memory that all users share stays
    memory_evidence: int
    episodes: int
    #: given on those episodes
    feedback: int
    profiles: int
    recalls: int
    #: who signed in with this id as the subject
    people: int


class FeedbackOut(TypedDict):
    episode_id: str
    #: The episode's reward now; a verification outranks feedback
    reward: float
    reflection_scheduled: bool


class MemorySuggestion(TypedDict):
    id: str
    found_at: str
    memory: Memory
    #: The memory that it repeats: `memory` says nothing that this one does not say
    other: Memory
    #: Stands for both texts; a decision may send it along
    digest: str


class Memory(TypedDict):
    id: str
    agent_id: str
    user_id: str | None
    kind: Literal["fact", "preference", "lesson"]
    content: str
    confidence: float
    valid_from: str
    invalid_at: str | None
    superseded_by: str | None
    #: Ids of the episodes it was learned from
    sources: list[str]
    #: What it rests on; null where that was not recorded yet when it was kept
    support: MemorySupport | None
    status: Literal["pending", "active", "superseded"]
    #: Why it was held: scan findings, auto_approve_off, few_sessions (fewer than policy asks for),
    #: resembles, not_reconciled (the model did not answer in time; a job reconciles it later); of
    #: learned ones also injection:untrusted_source (learned from text from outside, or from what
    #: another user said) and injection:personal_fact (about a person, and for everybody)
    hold_reasons: list[str]
    #: The active memory it resembled when it was held
    similar_id: str | None
    created_at: str


#: In how many of these runs each said most of it; a run may count for several
class MemorySupportSaidBy(TypedDict):
    user_message: int
    instructions: int
    error_or_verification: int
    tool_output: int
    retrieved_text: int
    #: People who added or approved it
    reviewer: int
    #: Agents that said it through the interface
    agent: int
    #: Runs in which no one said it: the learning model’s own words
    model: int


class MemorySupport(TypedDict):
    runs: int
    #: Sessions of these runs; all runs without one count as one session
    sessions: int
    #: Users of these runs; runs without a user count as none
    users: int
    #: In how many of these runs each said most of it; a run may count for several
    said_by: MemorySupportSaidBy
    #: False where it is older than this record, which then lacks what was before
    complete: bool


class CleanupOut(TypedDict):
    results: list[CleanupResult]


class CleanupResultError(TypedDict):
    status: int
    detail: str


class CleanupResult(TypedDict):
    id: str
    #: Null where nothing was done
    status: Literal["open", "kept", "applied"] | None
    error: CleanupResultError | None


class MemoryRestored(TypedDict):
    id: str
    status: Literal["active"]


class Insights(TypedDict):
    learning_lift: LearningLift
    #: The agent's own and the shared skills, most used first
    skills: list[SkillInsight]
    #: Canaries on those skills: those that run, then those that ended, the latest first
    experiments: list[ExperimentInsight]
    #: Changesets of the agent's own that wait for review, 10,001 if more than 10,000
    pending_changesets: int
    #: Active rules of those skills that were tagged harmful more often than helpful, worst first
    problem_rules: list[ProblemRule]
    #: How many of each these lists leave out: they have at most 1,000 skills, 50 canaries that run,
    #: 50 that ended and 1,000 rules. Of skills and of canaries 10,001 if more than 10,000
    left_out: InsightsLeftOut
    #: Current learning errors of the tenant, latest first. An error goes away when the same kind
    #: succeeds
    learning_faults: list[LearningFault]
    #: The whole tenant, the last 30 UTC days
    tenant_learning_cost_30d: LearningCost


class LearningLift(TypedDict):
    #: Posterior mean over sessions under Beta(1, 1), also without evidence
    treated_success: float
    #: Summed evidence of runs: rewards count by their strength, runs without one do not
    treated_n: float
    holdout_success: float
    holdout_n: float
    #: Posterior mean of treated minus holdout success; a session is one unit
    lift: float
    #: For one look at a planned time
    lift_90ci: list[float]
    #: The 90 % interval excludes 0 and both groups have evidence
    significant: bool
    #: Both groups have 5 sessions and 5 of evidence or more: only then may the figures be read as a
    #: result
    enough: bool
    #: A 90 % interval that may be read at any time, however often; what the dashboard says rests on
    #: it
    lift_always_valid: list[float]
    #: Further rewarded episodes until the current lift would be significant; null if unknown
    episodes_to_detect: int | None


class SkillInsight(TypedDict):
    name: str
    version: int
    status: Literal["active", "stale", "archived", "deprecated"]
    #: Of a shared skill, by this agent
    uses: int
    #: As on the skill; of a shared skill, by the runs of this agent alone. null without evidence
    success_rate: float | None
    #: From the posterior under Beta(1, 1)
    success_90ci: list[float]
    #: Measured by sessions that go without one skill; null where it never was
    worth: SkillWorth | None


class SkillWorth(TypedDict):
    #: Rewarded sessions that were served the skill or went without it
    sessions: int
    #: Summed evidence of runs that were served all skills that fitted
    served_n: float
    served_success: float | None
    #: The same of runs from which this skill was held back
    held_back_n: float
    held_back_success: float | None
    #: Success with the skill minus success without, weighed by propensity; null before there is
    #: enough to tell
    effect: float | None
    #: Its 90 % interval at all times at once: it may be read however often. Below 0 the skill
    #: hurts, and deprecating it is suggested
    effect_always_valid: list[float] | None


class ExperimentInsight(TypedDict):
    id: str
    status: Literal["running", "promoted", "rejected", "expired"]
    #: Exact, under Beta(1, 1) for either arm
    p_candidate_better: float
    #: Summed evidence of the arm; frozen when the canary ends
    incumbent_n: float
    candidate_n: float
    skill_id: str
    changeset_id: str
    rule: Literal["posterior", "calibrated"]
    #: The candidate's success rate minus the incumbent's, from the posteriors: for one look at a
    #: planned time. At a canary's end it covers the truth in about half of the cases; read
    #: `effect_always_valid` then
    effect_90ci: list[float]
    #: An interval of the same difference that may be read at any time, also at the end: 90 % at all
    #: times at once, over sessions weighted by the propensity of their arm
    effect_always_valid: list[float]
    #: The estimate of the same difference, weighted by propensity and shrunk towards 0 (posterior
    #: mean under a normal prior with a standard deviation of 0.1): what ends a canary makes the
    #: plain estimate too large
    effect_shrunken: float
    #: Evidence of the smaller arm at which a promotion can next be decided (at the last look: of
    #: the candidate); null where every credit may decide, and once it has ended
    next_look: float | None
    #: What a promotion by the rule is worth
    guarantee: str
    #: Why it ended as it did; null while it runs
    reason: str | None
    #: Until a verdict at current traffic; null if unknown
    expected_days: float | None


class ProblemRule(TypedDict):
    id: str
    content: str
    helpful: int
    harmful: int


class InsightsLeftOut(TypedDict):
    skills: int
    experiments: int
    problem_rules: int


class LearningFault(TypedDict):
    #: `model` for the learning model, else the kind of the jobs that fail
    kind: str
    #: The last error, redacted
    message: str
    #: Failures since the last success
    times: int
    first_at: str
    last_at: str


class LearningCost(TypedDict):
    calls: int
    input_tokens: int
    output_tokens: int
    #: Tokens in and out
    by_purpose: dict[str, int]


class FailedJob(TypedDict):
    id: str
    kind: Literal["reflect", "curate", "evolve", "embed", "reconcile", "hygiene", "deliver", "erase"]
    #: What the job is about, by the names of its kind
    payload: dict[str, Any]
    attempts: int
    #: What went wrong the last time
    lastError: str | None
    failedAt: str


class KeyCreated(TypedDict):
    id: str
    name: str
    scopes: list[Literal["learn", "review", "admin"]]
    #: The agents that it is bound to; empty means all
    agents: list[str]
    #: The raw key. It is not stored and cannot be shown again.
    key: str
    created_at: str
    expires_at: str | None


class ApiKey(TypedDict):
    id: str
    name: str
    scopes: list[Literal["learn", "review", "admin"]]
    #: The agents that it is bound to; empty means all
    agents: list[str]
    created_by: str
    created_by_name: str | None
    created_at: str
    #: To the minute; null where it was never used
    last_used_at: str | None
    revoked_at: str | None
    expires_at: str | None


class SkillMeasurement(TypedDict):
    skill_id: str
    #: Of the sessions it is served in, those that go without it; null while it is not measured
    share: float | None
    #: What came out so far; null where it never was measured
    worth: SkillWorth | None


class MemoryAdded(TypedDict):
    id: str
    action: Literal["add", "update", "supersede", "noop"]
    status: Literal["pending", "active", "superseded"]


class MemoryBatchOut(TypedDict):
    results: list[MemoryAdded | MemoryNotAdded]


class MemoryNotAdded(TypedDict):
    error: CleanupResultError


class FoundMemories(TypedDict):
    memories: list[MemoryRef]


class MemoryRef(TypedDict):
    id: str
    kind: Literal["fact", "preference", "lesson"]
    content: str
    score: float
    valid_from: str


class MemoryApproved(TypedDict):
    id: str
    status: Literal["pending", "active", "superseded"]


class LearningModelEmbeddings(TypedDict):
    url: str
    model: str | None


class LearningModel(TypedDict):
    #: Null where no learning model is configured
    model: str | None
    #: Without credentials; null for the default of OpenAI
    base_url: str | None
    #: The configured reasoning effort; null where none is
    effort: str | None
    #: What the endpoint understands
    dialect: ModelDialect | None
    #: What the model fails with at present
    fault: ModelFault | None
    #: Runs that wait for reflection, 101 if more than 100
    waiting_runs: int
    #: Null where recall goes by words alone
    embeddings: LearningModelEmbeddings | None


class ModelDialect(TypedDict):
    #: How the form of an answer is asked for, the strictest first
    form: Literal["json_schema", "json_object", "tool", "text"]
    #: Whether a reasoning effort is sent
    effort: bool
    #: How answers are bounded
    bound: Literal["max_completion_tokens", "max_tokens"] | None
    #: Whether instructions are sent in the system role
    system: bool
    #: Longest prompt and answer together in tokens; null where unknown
    context: int | None
    #: Longest answer in tokens; null where unknown
    max_answer: int | None
    #: When this was found out; null where it is assumed
    since: str | None


class ModelFault(TypedDict):
    #: The last error, redacted
    message: str
    cause: Literal["key", "model", "address", "unreachable", "rate", "quota", "context", "timeout", "refused", "unusable", "budget", "other"]
    #: What the error means
    means: str
    #: Which setting helps; null where none does
    set: str | None
    #: Failures since the last answer
    times: int
    since: str
    last_at: str


class ModelTest(TypedDict):
    #: Whether the model found something to learn in a run that failed
    learns: bool
    checks: list[ModelCheck]
    dialect: ModelDialect | None
    #: Tokens of the answer to `reflect` by its time; null without an answer
    tokens_per_second: float | None


class ModelCheck(TypedDict):
    name: Literal["reflect", "judge_skill", "embeddings"]
    ok: bool
    ms: int
    #: What came back, or the error in the words of the endpoint, redacted
    detail: str
    means: str | None
    set: str | None


class Policy(TypedDict):
    #: 0 where the tenant never had values of its own
    version: int
    #: The settings that the tenant has values of its own for
    own: PolicyChanges
    #: What holds in the tenant
    settings: PolicySettings
    #: What the variables of the installation say: the defaults, and bounds of safety settings
    installation: PolicySettings
    changed_by: str | None
    changed_at: str | None


class PolicyChanges(TypedDict, total=False):
    auto_approve_low_risk: bool
    auto_approve_medium_risk: bool
    auto_approve_min_eval_score: float
    min_sessions_for_auto_approve: int
    untrusted_needs_review: bool
    recall_min_score: float
    recall_max_skills: int
    recall_max_memories: int
    canary_enabled: bool
    canary_rule: Literal["posterior", "calibrated"]
    canary_floor: float
    canary_min_samples: int
    canary_threshold: float
    canary_max_samples: int
    canary_max_days: int
    holdout_rate: float


class PolicySettings(TypedDict):
    auto_approve_low_risk: bool
    auto_approve_medium_risk: bool
    auto_approve_min_eval_score: float
    min_sessions_for_auto_approve: int
    untrusted_needs_review: bool
    recall_min_score: float
    recall_max_skills: int
    recall_max_memories: int
    canary_enabled: bool
    canary_rule: Literal["posterior", "calibrated"]
    canary_floor: float
    canary_min_samples: int
    canary_threshold: float
    canary_max_samples: int
    canary_max_days: int
    holdout_rate: float


class PolicyVersion(TypedDict):
    version: int
    #: The settings that the tenant has values of its own for
    own: PolicyChanges
    changed_by: str
    changed_at: str


class ProfileCard(TypedDict):
    agent_id: str
    user_id: str
    profile: str | None
    #: Ids of the memories it is made of
    sources: list[str]
    updated_at: str | None


class _RecallResponse(TypedDict):
    recall_id: str
    #: Markdown for the system prompt; empty when nothing applies
    instructions: str
    skills: list[SkillRef]
    skill_index: list[SkillRef]
    memories: list[MemoryRef]
    profile: str | None
    holdout: bool
    #: Whether the recall was stored. False while the database takes no writes (its disk is full, or
    #: it is read-only): what is known is served all the same, and an episode that names this
    #: recall_id is credited to nothing
    recorded: bool


class RecallResponse(_RecallResponse, total=False):
    #: How many skills were not ranked, because a namespace has more than 5,000: those changed last
    #: are. Absent where none was left out
    skills_left_out: float
    #: How much `skip_served` left out: rules, memories, names and the profile. Absent for none
    served_before: float
    #: Which of the served rules apply to calls of tools: ask with `moment` before those. Absent for
    #: none
    triggers: list[TriggerRef]
    #: Of a moment: its record; null where no rule applies, or it could not be stored
    moment_id: str | None


class SkillRef(TypedDict):
    id: str
    name: str
    description: str
    version: float
    score: float
    arm: str | None
    bullets: list[BulletRef] | None


class _BulletRef(TypedDict):
    id: str
    section: str
    content: str


class BulletRef(_BulletRef, total=False):
    #: Of a moment: whether a person has to allow the call
    blocks: bool


class TriggerRef(TypedDict):
    rule_id: str
    skill_id: str
    #: The calls of tools that the rule applies to: those that any of the conditions matches
    applies_when: list[ConditionOutput]
    blocks: bool


class RecallPreviewRuns(TypedDict):
    without_knowledge: ModelRun
    with_knowledge: ModelRun | None


class RecallPreview(TypedDict):
    now: PreviewedRecall
    #: With the changeset applied; null where none was named. What it adds has ids of this reply
    #: only
    with_change: PreviewedRecall | None
    #: A skill that scores below is not served
    min_skill_score: float
    #: A memory that scores below is not served
    min_memory_score: float
    #: What the learning model answers to the task; null without `run`. `with_knowledge` is given
    #: what is served, with the changeset applied where one was named; null where nothing is served
    runs: RecallPreviewRuns | None


class _PreviewedRecall(TypedDict):
    #: Markdown for the system prompt; empty when nothing applies
    instructions: str
    skills: list[SkillRef]
    skill_index: list[SkillRef]
    memories: list[MemoryRef]
    profile: str | None
    considered_skills: list[RecalledSkill]
    considered_memories: list[RecalledMemory]


class PreviewedRecall(_PreviewedRecall, total=False):
    #: How many skills were not ranked, because a namespace has more than 5,000: those changed last
    #: are. Absent where none was left out
    skills_left_out: float


class RecalledSkill(TypedDict):
    id: str
    name: str
    version: float
    score: float
    #: What the score is made of: figures by name, and the matched words with their weights
    parts: dict[str, Any]
    served: bool
    arm: str | None
    arm_probability: float | None
    #: With which it was to be held back to measure its lift; null where it could not be
    holdback_probability: float | None
    #: served, file (the agent has it as a file, so it is only named), index (named only), holdout
    #: (would have been served), holdout_index (would have been named), held_back (would have been
    #: served) or below_minimum
    reason: str
    #: Whether nothing of it stands in the instructions, because its session was served it before
    skipped: bool
    #: Ids of the rules that were left out of the instructions for the same reason
    skipped_rules: list[str]


class _RecalledMemory(TypedDict):
    id: str
    score: float
    #: What the score is made of: figures by name, and the matched words with their weights
    parts: dict[str, Any]
    served: bool
    #: served, newest (served for an empty query), beyond_limit or below_minimum
    reason: str


class RecalledMemory(_RecalledMemory, total=False):
    #: Left out of the instructions by `skip_served`
    skipped: bool


class ModelRun(TypedDict):
    answer: str
    ms: int
    input_tokens: int
    output_tokens: int


class RecallExplanation(TypedDict):
    recall_id: str
    agent_id: str
    user_id: str | None
    session_id: str | None
    query: str
    holdout: bool
    created_at: str
    skills: list[RecalledSkill]
    memories: list[RecalledMemory]
    #: As it stands in the instructions; null where it does not
    profile: str | None
    #: What was shown before calls of tools, at most the first 200
    moments: list[RecalledMoment]


class RecalledMoment(TypedDict):
    moment_id: str
    tool: str
    #: Ids of the rules that applied
    rules: list[str]
    created_at: str


class _SkillWritten(TypedDict):
    #: null while the changeset is pending
    skill_id: str | None
    name: str
    #: null while the changeset is pending
    version: int | None
    #: null where the skill already is as it was sent
    changeset_id: str | None
    #: `applied`, or `pending` where the safety scan held it
    status: Literal["pending", "approved", "canary", "applied", "rejected", "failed"]
    #: `secret:…`, `injection:…` and `size:…` hold the change, `lint:…` is advice, such as
    #: `lint:missing-file:<path>` for a file that the document refers to and that an import does not
    #: bring
    safety_findings: list[str]
    #: How an imported document was changed, such as a name that was made valid; a sentence each
    changes: list[str]


class SkillWritten(_SkillWritten, total=False):
    #: Why the change is held; absent where it is not
    reason: str


class Skill(TypedDict):
    id: str
    agent_id: str
    name: str
    description: str
    version: int
    status: Literal["active", "stale", "archived", "deprecated"]
    #: Exempt from becoming stale or archived
    pinned: bool
    tags: list[str]
    #: Recorded episodes whose recall served the skill
    uses: int
    #: Mean reward of those episodes, weighted by its strength; null without evidence
    success_rate: float | None
    bullets: list[Bullet]
    created_at: str
    updated_at: str


class _Bullet(TypedDict):
    id: str
    section: Literal["steps", "pitfalls", "heuristics", "verification", "snippets", "notes"]
    content: str
    #: The problem that the rule answers; empty where none was named
    issue: str
    keywords: list[str]
    helpful: int
    harmful: int
    neutral: int
    #: Recorded episodes whose recall served the rule
    used: int
    status: Literal["active", "removed"]
    #: Episodes that taught the rule
    sources: list[str]


class Bullet(_Bullet, total=False):
    #: Runs that followed the rule where it was shown before a call
    followed: int
    #: Runs that did not
    broken: int
    #: Of the runs that followed it, those that failed
    followed_failed: int
    #: The calls of tools that the rule applies to: those that any of the conditions matches
    applies_when: list[ConditionOutput]
    #: Whether a person has to allow such a call. Only reviewers may set it
    blocks: bool


class SkillVersion(TypedDict):
    version: int
    #: The changeset's source, or `rollback:v<N>`
    source: str
    #: null for a rollback
    changeset_id: str | None
    #: Who proposed the change or rolled back
    created_by: str
    created_at: str
    description: str
    tags: list[str]
    #: The rules that were active
    bullets: list[SkillVersionBullet]


class _SkillVersionBullet(TypedDict):
    id: str
    section: Literal["steps", "pitfalls", "heuristics", "verification", "snippets", "notes"]
    content: str
    #: The problem that the rule answers; empty where none was named
    issue: str
    keywords: list[str]


class SkillVersionBullet(_SkillVersionBullet, total=False):
    #: The calls of tools that the rule applies to: those that any of the conditions matches
    applies_when: list[ConditionOutput]
    #: Whether a person has to allow such a call. Only reviewers may set it
    blocks: bool


class SkillRolledBack(TypedDict):
    skill_id: str
    version: int


class SkillPinned(TypedDict):
    skill_id: str
    pinned: bool


class _SkillEvolution(TypedDict):
    skill_id: str
    status: Literal["queued", "skipped"]


class SkillEvolution(_SkillEvolution, total=False):
    reason: str


class StatusLastLearned(TypedDict):
    id: str
    agent_id: str
    status: Literal["pending", "approved", "canary", "applied", "rejected", "failed"]
    created_at: str


class Status(TypedDict):
    tenant: str
    #: As the audit log names who uses this credential
    actor: str
    scopes: list[Literal["learn", "review", "admin"]]
    #: null where nothing is learned automatically
    learning_model: str | None
    #: Changesets that wait for review, 10,001 if more than 10,000; null without the scope `review`
    pending_changesets: int | None
    #: Memories that wait for review, 10,001 if more than 10,000; null without the scope `review`
    pending_memories: int | None
    #: Canaries that run, 10,001 if more than 10,000; null without the scope `review`
    running_canaries: int | None
    #: The last UTC day on which the learning model was called for this tenant
    last_learning_day: str | None
    #: The latest changeset that was learned; null without one, or without the scope `review`
    last_learned: StatusLastLearned | None


class Tenant(TypedDict):
    tenant: str
    #: Agents that have recorded episodes
    agents: int
    #: Episodes ever recorded, those too that were purged since
    episodes: int
    episodes_today: int
    memories: int
    skills: int
    #: Keys that are not revoked
    api_keys: int
    tokens_today: int
    quota: TenantQuota
    #: A job is removing its rows
    deleting: bool


class TenantQuota(TypedDict):
    #: Episodes recorded per UTC day; null is no limit
    episodes_per_day: int | None
    #: Memories that are active or pending; null is no limit
    memories: int | None
    #: Skills that are not archived; null is no limit
    skills: int | None
    #: Tokens of the learning model per UTC day; null is no limit
    tokens_per_day: int | None


class TenantDeletion(TypedDict):
    tenant: str
    deleting: bool


#: The spans that no episode was made of, and why; empty where there are none
class ExportTraceServiceResponsePartialSuccess(TypedDict, total=False):
    rejectedSpans: int
    errorMessage: str


class ExportTraceServiceResponse(TypedDict):
    #: The spans that no episode was made of, and why; empty where there are none
    partialSuccess: ExportTraceServiceResponsePartialSuccess
    #: Episodes that are new
    accepted: int
    #: Runs that an episode was made of before, whether or not this completed it
    duplicates: int
    episodes: list[TracedEpisode]


class TracedEpisode(TypedDict):
    episode_id: str
    trace_id: str
    duplicate: bool


#: The records without messages of a run, which are not kept
class ExportLogsServiceResponsePartialSuccess(TypedDict, total=False):
    rejectedLogRecords: int
    errorMessage: str


class ExportLogsServiceResponse(TypedDict):
    #: The records without messages of a run, which are not kept
    partialSuccess: ExportLogsServiceResponsePartialSuccess
    #: Episodes that are new
    accepted: int
    #: Runs that an episode was made of before, whether or not this completed it
    duplicates: int
    episodes: list[TracedEpisode]


class UsageRow(TypedDict):
    #: UTC day
    day: str
    purpose: str
    calls: int
    #: uncached, cache-write and cache-read tokens
    input_tokens: int
    output_tokens: int


class Webhook(TypedDict):
    id: str
    url: str
    form: Literal["json", "text"]
    events: list[Literal["changeset.pending", "changeset.applied", "changeset.failed", "canary.started", "canary.promoted", "canary.rejected", "canary.expired", "memory.pending", "key.created"]]
    #: `paused`: it failed for three days, or answered 410. A test that arrives turns it on again
    status: Literal["on", "paused"]
    created_by: str
    created_at: str
    last_success_at: str | None
    #: The first failure since the last success
    failing_since: str | None
    last_error: str | None


class WebhookCreated(TypedDict):
    id: str
    url: str
    form: Literal["json", "text"]
    events: list[Literal["changeset.pending", "changeset.applied", "changeset.failed", "canary.started", "canary.promoted", "canary.rejected", "canary.expired", "memory.pending", "key.created"]]
    #: `paused`: it failed for three days, or answered 410. A test that arrives turns it on again
    status: Literal["on", "paused"]
    created_by: str
    created_at: str
    last_success_at: str | None
    #: The first failure since the last success
    failing_since: str | None
    last_error: str | None
    #: `whsec_` and 32 bytes in base64. It is shown this once and cannot be read again
    secret: str


class WebhookDelivery(TypedDict):
    #: The `webhook-id` that the receiver gets, the same at each attempt
    id: str
    #: The event, or `webhook.test`
    event: str
    #: `undelivered`: given up, it can be sent again
    status: Literal["pending", "delivered", "undelivered"]
    attempts: int
    created_at: str
    last_attempt_at: str | None
    next_attempt_at: str | None
    response_status: int | None
    #: The first 2 kB of the last answer
    response: str | None
    #: Why the last attempt failed
    error: str | None
    #: The event as JSON
    payload: str


class _BulletInOutput(TypedDict):
    content: str
    issue: str
    keywords: list[str]
    section: Literal["steps", "pitfalls", "heuristics", "verification", "snippets", "notes"]


class BulletInOutput(_BulletInOutput, total=False):
    #: The calls of tools that the rule applies to: those that any of the conditions matches
    applies_when: list[ConditionOutput]
    #: Whether a person has to allow such a call. Only reviewers may set it
    blocks: bool


#: An argument by its value
class ConditionOutputArgument(TypedDict):
    name: str
    value: str


#: All of its fields must match. They are globs: `*` stands for any characters, `?` for one; in
#: `path` both end at a slash, `**` does not
class ConditionOutput(TypedDict, total=False):
    #: The tool's name
    tool: str
    #: A file that the arguments name: `migrations/**`
    path: str
    #: The command from its beginning: `git push*`
    command: str
    #: An argument by its value
    argument: ConditionOutputArgument
    #: A part of the error that was seen last
    error: str


class _ToolCallOutput(TypedDict):
    name: str


class ToolCallOutput(_ToolCallOutput, total=False):
    arguments: dict[str, Any] | str | None
    result: str | None
    error: str | None
    #: Set by who knows that the text comes from outside: what is learned from it waits for a person
    source: Literal["untrusted"] | None


class HTTPError(TypedDict):
    detail: str


class _HTTPValidationErrorDetailItem(TypedDict):
    loc: list[str | int]
    msg: str
    type: str


class HTTPValidationErrorDetailItem(_HTTPValidationErrorDetailItem, total=False):
    ctx: dict[str, Any]
    input: Any


class HTTPValidationError(TypedDict):
    detail: list[HTTPValidationErrorDetailItem]


class _AskIn(TypedDict):
    question: str


class AskIn(_AskIn, total=False):
    scope: Scope
    #: Short for `scope.agent_id`
    agent_id: str
    #: Short for `scope.user_id`
    user_id: str | None


class _FeedbackIn(TypedDict):
    score: float


class FeedbackIn(_FeedbackIn, total=False):
    #: The run; required without `recall_id`
    episode_id: str | None
    #: The recall that the run was recorded with; of several runs the one that it credits, else the
    #: latest
    recall_id: str | None
    comment: str | None
    #: What the run should have done
    correction: str | None
    source: str


class _KeyIn(TypedDict):
    name: str


class KeyIn(_KeyIn, total=False):
    #: learn, review, admin; none includes another. Anything else gives 400.
    scopes: list[str]
    #: The agents that it may act for; empty means all. Such a key reads shared skills too, cannot
    #: have the scope `admin`, and does not sign in to the dashboard.
    agents: list[str]
    #: From this moment on the key is refused. Without one it lasts until it is revoked.
    expires_at: str | None


class _MemorySearch(TypedDict):
    #: The task at hand. Empty serves no skill and the newest memories.
    query: str


class MemorySearch(_MemorySearch, total=False):
    #: Default: as many as a recall serves
    limit: int | None
    #: Serve the memories that were active at this time
    as_of: str | None
    scope: Scope
    #: Short for `scope.agent_id`
    agent_id: str
    #: Short for `scope.user_id`
    user_id: str | None


#: All values of its own; what is null or left out is the installation’s
class PolicyInSettings(TypedDict, total=False):
    auto_approve_low_risk: bool | None
    auto_approve_medium_risk: bool | None
    auto_approve_min_eval_score: float | None
    min_sessions_for_auto_approve: int | None
    untrusted_needs_review: bool | None
    recall_min_score: float | None
    recall_max_skills: int | None
    recall_max_memories: int | None
    canary_enabled: bool | None
    canary_rule: Literal["posterior", "calibrated"] | None
    canary_floor: float | None
    canary_min_samples: int | None
    canary_threshold: float | None
    canary_max_samples: int | None
    canary_max_days: int | None
    holdout_rate: float | None


class _PolicyIn(TypedDict):
    #: All values of its own; what is null or left out is the installation’s
    settings: PolicyInSettings


class PolicyIn(_PolicyIn, total=False):
    #: The version that was read; another one gives 409. Without it, whatever holds now is replaced
    version: int | None


class RecallRequest(TypedDict, total=False):
    #: The task at hand. Empty serves no skill and the newest memories.
    query: str
    session_id: str | None
    max_skills: int | None
    max_memories: int | None
    #: Serve the memories that were active at this time
    as_of: str | None
    include_profile: bool
    #: Skills that the agent has as files. One whose file holds the version that is served is only
    #: named in `instructions`; it stays in `skills` and counts as served. The holdout cannot keep a
    #: file away, so a run to which such a skill applied counts for no lift
    skill_files: list[SkillFile] | None
    #: Leaves out of `instructions` what this session was served by its latest 10 recalls for this
    #: agent and has not changed since. It stays in the lists and counts as served. For agents that
    #: keep what they were given in their conversation. Without `session_id` it has no effect.
    #: Default: false
    skip_served: bool | None
    #: With `skip_served`, the recalls of this session whose instructions still stand in the
    #: conversation: only what the latest 10 of these served is left out. Absent, all of the session
    #: count
    skip_served_by: list[str] | None
    #: Asks for the rules of an earlier recall that apply to this call of a tool, in place of those
    #: for a task
    moment: MomentIn
    scope: Scope
    #: Short for `scope.agent_id`
    agent_id: str
    #: Short for `scope.user_id`
    user_id: str | None


class _RecallPreviewRequest(TypedDict):
    #: The task at hand. Empty serves no skill and the newest memories.
    query: str


class RecallPreviewRequest(_RecallPreviewRequest, total=False):
    max_skills: int | None
    max_memories: int | None
    #: Serve the memories that were active at this time
    as_of: str | None
    include_profile: bool
    #: A pending changeset: also shows what would be served once it is applied
    changeset_id: str | None
    #: Which arm of running canaries to show, since nothing is drawn
    canary_arm: Literal["incumbent", "candidate"]
    #: Also asks the learning model to do the task, with what is served and without
    run: bool
    scope: Scope
    #: Short for `scope.agent_id`
    agent_id: str
    #: Short for `scope.user_id`
    user_id: str | None


class _SkillIn(TypedDict):
    name: str
    description: str


class SkillIn(_SkillIn, total=False):
    #: The agent that the skill belongs to; `*` is the namespace that all agents of the tenant read
    agent_id: str
    #: The rules. Absent together with `body`: replacing keeps the rules. An empty array empties
    #: them
    bullets: list[BulletIn] | None
    #: The body of a SKILL.md, read as an import reads it. With `bullets` too, those come first
    body: str | None
    #: Absent: replacing keeps the tags
    tags: list[str]


class _SkillImport(TypedDict):
    #: Front matter with `name` and `description`, then rules
    markdown: str


class SkillImport(_SkillImport, total=False):
    #: The agent that the skill belongs to; `*` is the namespace that all agents of the tenant read
    agent_id: str
    #: Where the document comes from, for the reviewer: its file, its commit, its author
    rationale: str


class _WebhookIn(TypedDict):
    #: Where events are sent, by POST
    url: str
    events: list[Literal["changeset.pending", "changeset.applied", "changeset.failed", "canary.started", "canary.promoted", "canary.rejected", "canary.expired", "memory.pending", "key.created"]]


class WebhookIn(_WebhookIn, total=False):
    #: `text` is `{"text": …}`, which the incoming webhooks of Slack, Mattermost and others take
    form: Literal["json", "text"]


OperationName = Literal[
    "exportEpisodes",
    "reflect",
    "readSources",
    "changeSources",
    "curate",
    "replay",
    "ask",
    "listAudit",
    "listChangesets",
    "getChangeset",
    "reviewChangeset",
    "commentChangeset",
    "amendChangeset",
    "recordEpisode",
    "listEpisodes",
    "recordEpisodeBatch",
    "latestEpisode",
    "getEpisode",
    "reportUnreadTranscript",
    "eraseUser",
    "giveFeedback",
    "listMemorySuggestions",
    "applyMemorySuggestions",
    "restoreMemory",
    "readInsights",
    "listJobs",
    "retryJob",
    "createKey",
    "listKeys",
    "bindKey",
    "revokeKey",
    "readMeasurement",
    "setMeasurement",
    "addMemory",
    "listMemories",
    "addMemoryBatch",
    "searchMemories",
    "approveMemory",
    "deleteMemory",
    "readModel",
    "testModel",
    "readPolicy",
    "changePolicy",
    "listPolicyVersions",
    "getProfile",
    "recall",
    "previewRecall",
    "explainRecall",
    "authorSkill",
    "listSkills",
    "importSkill",
    "getSkill",
    "exportSkill",
    "listVersions",
    "rollbackSkill",
    "pinSkill",
    "evolveSkill",
    "readStatus",
    "listTenants",
    "setTenantQuota",
    "deleteTenant",
    "exportTenant",
    "ingestTraces",
    "ingestExportedTraces",
    "ingestProtobufTraces",
    "ingestLogs",
    "listUsage",
    "listWebhooks",
    "createWebhook",
    "deleteWebhook",
    "testWebhook",
    "listWebhookDeliveries",
    "redeliver",
]


#: Where each operation is, and the form of what it gives back.
OPERATIONS: Final[dict[OperationName, tuple[str, str, Literal["json", "text", "nothing"]]]] = {
    "exportEpisodes": ("GET", "/v1/agents/{agent_id}/export", "text"),
    "reflect": ("POST", "/v1/agents/{agent_id}/reflect", "json"),
    "readSources": ("GET", "/v1/agents/{agent_id}/sources", "json"),
    "changeSources": ("PUT", "/v1/agents/{agent_id}/sources", "json"),
    "curate": ("POST", "/v1/agents/{agent_id}/curate", "json"),
    "replay": ("POST", "/v1/agents/{agent_id}/replay", "json"),
    "ask": ("POST", "/v1/ask", "json"),
    "listAudit": ("GET", "/v1/admin/audit", "json"),
    "listChangesets": ("GET", "/v1/changesets", "json"),
    "getChangeset": ("GET", "/v1/changesets/{cs_id}", "json"),
    "reviewChangeset": ("POST", "/v1/changesets/{cs_id}/review", "json"),
    "commentChangeset": ("POST", "/v1/changesets/{cs_id}/comment", "json"),
    "amendChangeset": ("POST", "/v1/changesets/{cs_id}/amend", "json"),
    "recordEpisode": ("POST", "/v1/episodes", "json"),
    "listEpisodes": ("GET", "/v1/episodes", "json"),
    "recordEpisodeBatch": ("POST", "/v1/episodes:batch", "json"),
    "latestEpisode": ("GET", "/v1/episodes/latest", "json"),
    "getEpisode": ("GET", "/v1/episodes/{episode_id}", "json"),
    "reportUnreadTranscript": ("POST", "/v1/unread-transcripts", "nothing"),
    "eraseUser": ("DELETE", "/v1/admin/users/{user_id}", "json"),
    "giveFeedback": ("POST", "/v1/feedback", "json"),
    "listMemorySuggestions": ("GET", "/v1/memories/hygiene", "json"),
    "applyMemorySuggestions": ("POST", "/v1/memories/hygiene:apply", "json"),
    "restoreMemory": ("POST", "/v1/memories/{memory_id}/restore", "json"),
    "readInsights": ("GET", "/v1/agents/{agent_id}/insights", "json"),
    "listJobs": ("GET", "/v1/jobs", "json"),
    "retryJob": ("POST", "/v1/jobs/{job_id}/retry", "json"),
    "createKey": ("POST", "/v1/admin/api-keys", "json"),
    "listKeys": ("GET", "/v1/admin/api-keys", "json"),
    "bindKey": ("PUT", "/v1/admin/api-keys/{key_id}/agents", "nothing"),
    "revokeKey": ("DELETE", "/v1/admin/api-keys/{key_id}", "nothing"),
    "readMeasurement": ("GET", "/v1/skills/{skill_id}/measurement", "json"),
    "setMeasurement": ("PUT", "/v1/skills/{skill_id}/measurement", "json"),
    "addMemory": ("POST", "/v1/memories", "json"),
    "listMemories": ("GET", "/v1/memories", "json"),
    "addMemoryBatch": ("POST", "/v1/memories:batch", "json"),
    "searchMemories": ("POST", "/v1/memories:search", "json"),
    "approveMemory": ("POST", "/v1/memories/{memory_id}/approve", "json"),
    "deleteMemory": ("DELETE", "/v1/memories/{memory_id}", "nothing"),
    "readModel": ("GET", "/v1/admin/model", "json"),
    "testModel": ("POST", "/v1/admin/model:test", "json"),
    "readPolicy": ("GET", "/v1/admin/policy", "json"),
    "changePolicy": ("PUT", "/v1/admin/policy", "json"),
    "listPolicyVersions": ("GET", "/v1/admin/policy/history", "json"),
    "getProfile": ("GET", "/v1/profiles/{agent_id}/{user_id}", "json"),
    "recall": ("POST", "/v1/recall", "json"),
    "previewRecall": ("POST", "/v1/recall:preview", "json"),
    "explainRecall": ("GET", "/v1/recalls/{recall_id}", "json"),
    "authorSkill": ("POST", "/v1/skills", "json"),
    "listSkills": ("GET", "/v1/skills", "json"),
    "importSkill": ("POST", "/v1/skills/import", "json"),
    "getSkill": ("GET", "/v1/skills/{ref}", "json"),
    "exportSkill": ("GET", "/v1/skills/{ref}/SKILL.md", "text"),
    "listVersions": ("GET", "/v1/skills/{ref}/versions", "json"),
    "rollbackSkill": ("POST", "/v1/skills/{skill_id}/rollback", "json"),
    "pinSkill": ("POST", "/v1/skills/{skill_id}/pin", "json"),
    "evolveSkill": ("POST", "/v1/skills/{skill_id}/evolve", "json"),
    "readStatus": ("GET", "/v1/status", "json"),
    "listTenants": ("GET", "/v1/admin/tenants", "json"),
    "setTenantQuota": ("PUT", "/v1/admin/tenants/{tenant}/quota", "json"),
    "deleteTenant": ("DELETE", "/v1/admin/tenants/{tenant}", "json"),
    "exportTenant": ("GET", "/v1/admin/tenants/{tenant}/export", "text"),
    "ingestTraces": ("POST", "/v1/traces", "json"),
    "ingestExportedTraces": ("POST", "/otlp/v1/traces", "json"),
    "ingestProtobufTraces": ("POST", "/otlp/protobuf/v1/traces", "json"),
    "ingestLogs": ("POST", "/v1/logs", "json"),
    "listUsage": ("GET", "/v1/admin/usage", "json"),
    "listWebhooks": ("GET", "/v1/admin/webhooks", "json"),
    "createWebhook": ("POST", "/v1/admin/webhooks", "json"),
    "deleteWebhook": ("DELETE", "/v1/admin/webhooks/{webhook_id}", "nothing"),
    "testWebhook": ("POST", "/v1/admin/webhooks/{webhook_id}/test", "json"),
    "listWebhookDeliveries": ("GET", "/v1/admin/webhooks/{webhook_id}/deliveries", "json"),
    "redeliver": ("POST", "/v1/admin/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver", "json"),
}
