/** Who curates, as audit entries and proposals name it. */
export const CURATOR = 'system:curation';
