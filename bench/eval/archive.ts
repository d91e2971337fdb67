/** Reads the archive of SKILL.md files as their authors published them. */
import { list } from 'tar';

/** A file of an archive: its path and its text. */
export interface ArchiveFile {
  path: string;
  text: string;
}

/** Every file of a `.tar.gz`, in the archive's order. */
export async function readArchive(file: string): Promise<ArchiveFile[]> {
  const files: Promise<ArchiveFile>[] = [];
  await list({
    file,
    onReadEntry: (entry) => {
      if (entry.type !== 'File') return;
      files.push(entry.concat().then((bytes) => ({ path: entry.path, text: bytes.toString('utf8') })));
    },
  });
  return await Promise.all(files);
}
