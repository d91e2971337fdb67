/** The Python package as others install it: what is in it, and that it says what the gateway says. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pythonTypes } from '../../scripts/generate-python-client.mjs';
import { VERSION } from '../src/options.ts';
import { canImport, PYTHON_SOURCE, runPython } from '../testing/python-process.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8');

describe('the Python client', () => {
  it('has the types of the OpenAPI document (else: node scripts/generate-python-client.mjs)', () => {
    expect(read('src/whetstone/generated/api.py')).toBe(pythonTypes());
  });

  it('has the version of the interface', () => {
    expect(read('src/whetstone/options.py')).toContain(`VERSION = "${VERSION}"`);
    expect(read('pyproject.toml')).toContain(`version = "${VERSION}"`);
  });
});

/** Builds the wheel in the folder `out`, or, where the package `wheel` is missing, what goes into one. */
const BUILD = `
import json, os, zipfile
from setuptools import Distribution, build_meta, setup
from distutils.errors import DistutilsError
try:
    Distribution().get_command_class("bdist_wheel")
except DistutilsError:
    setup(script_args=["-q", "build_py", "--build-lib", "out"])
else:
    zipfile.ZipFile(os.path.join("wheel", build_meta.build_wheel("wheel"))).extractall("out")
print(json.dumps([os.path.relpath(os.path.join(folder, name), "out") for folder, _, names in os.walk("out") for name in names]))
`;

/** Imports every module but those that need a framework. */
const IMPORT_ALL = `
import importlib, pkgutil, whetstone
for module in pkgutil.walk_packages(whetstone.__path__, "whetstone."):
    if module.name.rpartition(".")[2] not in ("langchain", "openai_agents"):
        importlib.import_module(module.name)
print(whetstone.__file__)
`;

const HAS_SETUPTOOLS = canImport('setuptools');

describe.skipIf(!HAS_SETUPTOOLS)('the Python package, built (needs python3 with setuptools)', () => {
  const place = mkdtempSync(join(tmpdir(), 'whetstone-python-'));
  let files: string[] = [];
  beforeAll(async () => {
    for (const name of ['src', 'pyproject.toml', 'README.md']) {
      cpSync(join(FOLDER, name), join(place, name), { recursive: true });
    }
    writeFileSync(join(place, 'build.py'), BUILD);
    const built = await runPython(['-W', 'ignore', 'build.py'], { cwd: place, env: { PYTHONPATH: '' } });
    expect(built.code, built.stderr).toBe(0);
    files = JSON.parse(built.stdout.trim().split('\n').at(-1) ?? '');
  });
  afterAll(() => rmSync(place, { recursive: true }));

  it('holds the sources and the mark of a typed package, and nothing else', () => {
    const sources = readdirSync(PYTHON_SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /^whetstone\/.*(\.py|py\.typed)$/.test(file),
    );
    expect(sources).toContain('whetstone/py.typed');
    expect(files.filter((file) => !file.includes('.dist-info/')).sort()).toEqual(sources.sort());
  });

  it('imports nothing but the standard library', async () => {
    // -S: without what is installed beside Python.
    const { code, stdout, stderr } = await runPython(['-S', '-W', 'error', '-c', IMPORT_ALL], {
      env: { PYTHONPATH: join(place, 'out') },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.trim()).toBe(join(place, 'out/whetstone/__init__.py'));
  });
});
