language-draft = қаралама
