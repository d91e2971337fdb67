/** The Python package: that it says what the gateway says, and needs nothing but Python. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { pythonTypes } from '../../scripts/generate-python-client.mjs';
import { VERSION } from '../src/options.ts';
import { PYTHON_SOURCE, PYTHON_VERSION, runPython } from '../testing/python-process.ts';

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

/** Imports every module but those that need a framework. */
const IMPORT_ALL = `
import importlib, pkgutil, whetstone
for module in pkgutil.walk_packages(whetstone.__path__, "whetstone."):
    if module.name.rpartition(".")[2] not in ("langchain", "openai_agents"):
        importlib.import_module(module.name)
print(whetstone.__file__)
`;

it.skipIf(PYTHON_VERSION === null)('imports nothing but the standard library', async () => {
  // -S: without what is installed beside Python.
  const { code, stdout, stderr } = await runPython(['-S', '-W', 'error', '-c', IMPORT_ALL], {
    env: { PYTHONPATH: PYTHON_SOURCE },
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.trim()).toBe(join(PYTHON_SOURCE, 'whetstone/__init__.py'));
});
