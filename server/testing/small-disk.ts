/** A file system of a chosen size in memory, for tests of a disk that is full or takes no writes. Linux and root alone can have one. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  folder: string;
  /** Refuses writes from now on. */
  refuseWrites(): void;
  remove(): void;
}

const asRoot = (command: 'mount' | 'umount', ...sent: string[]) =>
  execFileSync(command, sent, { stdio: 'ignore' });

/** Mounts a disk of so many kilobytes; null where this process may not. */
export function mountDisk(kilobytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-disk-'));
  try {
    asRoot('mount', '-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder);
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  return {
    folder,
    refuseWrites: () => void asRoot('mount', '-o', 'remount,ro', folder),
    remove() {
      // A driver closes its files when its garbage is collected, which may be later.
      asRoot('umount', '-l', folder);
      rmSync(folder, { recursive: true });
    },
  };
}
