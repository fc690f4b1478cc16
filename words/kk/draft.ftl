language-draft = нобай
