/** Holds manifests of Kubernetes to its own types: an unknown field, a missing one and one of another type are faults. */
import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { PersistentVolumeClaim, Service } from 'kubernetes-types/core/v1.js';
import type { Ingress } from 'kubernetes-types/networking/v1.js';
import ts from 'typescript';

export type Manifest = Deployment | PersistentVolumeClaim | Service | Ingress;

/** Where the types of each are. */
const GROUPS = {
  'apps/v1': 'apps/v1',
  v1: 'core/v1',
  'networking.k8s.io/v1': 'networking/v1',
} as const;

/** As the compiler says them; it refuses fields that are not described in what is written out before it. */
export function faultsIn(manifest: Manifest): string[] {
  const { kind, apiVersion } = manifest;
  if (kind === undefined || apiVersion === undefined) return ['kind or apiVersion is missing'];
  const text = `import type { ${kind} } from 'kubernetes-types/${GROUPS[apiVersion]}.js';
    export const manifest: ${kind} = ${JSON.stringify(manifest)};`;
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const file = `${import.meta.dirname}/manifest-${kind}.ts`;
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, version) =>
    name === file ? ts.createSourceFile(name, text, version) : getSourceFile(name, version);
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}
