language-draft = чернетка
