/** Reads a SKILL.md that somebody picked: the file itself, or the one in a zip file. */

/** Far above what the gateway takes, so that the refusal comes from there. */
const MAX_BYTES = 2_000_000;

interface PickedSkill {
  markdown: string;
  /** Other files of the zip, which are not imported. */
  notKept: string[];
}

/** Throws an error with a sentence for the page where a zip has no SKILL.md, or several. */
export async function readSkillFile(file: File): Promise<PickedSkill> {
  if (!/\.(?:zip|skill)$/i.test(file.name)) return { markdown: await file.text(), notKept: [] };
  const { unzipSync } = await import('fflate');
  const paths: string[] = [];
  const isSkill = (path: string) => /(?:^|\/)skill\.md$/i.test(path);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const skills = Object.entries(
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (name.endsWith('/') || name.startsWith('__MACOSX/')) return false;
        paths.push(name);
        return isSkill(name) && originalSize <= MAX_BYTES;
      },
    }),
  );
  const [first] = skills;
  if (!first) throw new Error(`${file.name} has no SKILL.md.`);
  if (skills.length > 1)
    throw new Error(`${file.name} has ${skills.length} skills. Import them with "whetstone skills import".`);

  return { markdown: new TextDecoder().decode(first[1]), notKept: paths.filter((path) => path !== first[0]) };
}
