import './mantine-rest.css'
